"""The style sheet of boards, tiles and people, in the page and in pictures alone.

Its colours are the custom properties of :func:`keyharvest.picture.colours.themes`.
"""

from typing import Final

SHEET: Final = """
.kh{display:block;fill:none;stroke:none;font-family:var(--text,system-ui,sans-serif);font-weight:700;text-anchor:middle;\
font-variant-numeric:lining-nums tabular-nums;stroke-linejoin:round;stroke-linecap:round;forced-color-adjust:none;\
user-select:none;-webkit-user-select:none}
.kh text{stroke:none;forced-color-adjust:none}
@media (max-width:767.98px){.kh-full{--ref-size:34px;--plate-x:-31px;--plate-y:12px;--plate-width:62px;--plate-height:36px;\
--plate-round:13px;--far-size:29px}.kh-lone{display:none}}
.kh-full,.kh-thumb{width:100%;height:auto}
.kh-full{touch-action:manipulation}
.kh-tile{height:4.5em;width:auto}
.kh-inline{height:1.6em;width:auto;vertical-align:-.45em}
.kh-tile,.kh-inline{display:inline-block;overflow:visible;flex:none}
.kh-tile{vertical-align:middle}
.kh-ref{fill:var(--plate-ink);font-size:var(--ref-size,18px)}
.kh-plate{fill:var(--plate);x:var(--plate-x,-20px);y:var(--plate-y,24px);width:var(--plate-width,40px);\
height:var(--plate-height,21px);rx:var(--plate-round,8px)}
.kh-dense{--ref-size:34px;--plate-x:-31px;--plate-y:12px;--plate-width:62px;--plate-height:36px;--plate-round:13px}
.kh .kh-far{fill:var(--reference);font-size:var(--far-size,17px);font-weight:500}
.kh-paints{position:absolute;width:0;height:0}
.kh-drawings{display:none}
.kh .kh-tag{font-size:14px}
.kh-number{fill:var(--plate-ink);font-size:25px}
.kh-number-on{fill:var(--seat-ink);font-size:24px}
.kh-unknown{fill:var(--soft);font-size:44px}
.kh-worth{fill:var(--flag-ink);font-size:28px}
.kh-dashed{fill:var(--plate-ink)}
.kh .kh-group{fill:var(--seat-ink);font-size:38px;font-family:var(--display,Georgia,serif);font-weight:400}
.kh .kh-amount{fill:var(--ink);font-size:40px;text-anchor:start}
.kh .kh-words{fill:var(--ink);font-size:22px;text-anchor:start;font-weight:600}
.kh-seat-0{--coat:var(--seat-0);--coat-edge:var(--seat-0-edge)}
.kh-seat-1{--coat:var(--seat-1);--coat-edge:var(--seat-1-edge)}
.kh-seat-2{--coat:var(--seat-2);--coat-edge:var(--seat-2-edge)}
.kh-seat-3{--coat:var(--seat-3);--coat-edge:var(--seat-3-edge)}
.kh-none{--coat:var(--nobody);--coat-edge:var(--nobody-edge)}
.kh [role=gridcell]{cursor:pointer;outline:none}
.kh-glow{animation:kh-glow 1.4s ease-in-out infinite alternate}
.kh-float{animation:kh-float 1.8s ease-in-out infinite alternate}
@keyframes kh-glow{from{opacity:.45}}
@keyframes kh-float{to{transform:translateY(-3px)}}
@media (prefers-reduced-motion:reduce){.kh-glow,.kh-float{animation:none}}
.kh-over,.kh-over *{pointer-events:none}
.kh-focus{visibility:hidden}
.kh-full:has([role=gridcell]:focus-visible) .kh-focus{visibility:visible}
"""
