// For an address without a page: some programs write the # of a link as %23, so that its text becomes a part of the path.
{
  const { pathname, search } = location, [mark] = pathname.match(/%(25)*23/) ?? [];
  if (mark) {
    const at = pathname.indexOf(mark);
    location.replace(`${pathname.slice(0, at)}#${pathname.slice(at + mark.length)}${search}`);
  }
  // In place of a demo, on hosts that know no other page for those: inform the host's element, as embed/missing.js does.
  const id = new URLSearchParams(location.hash.slice(1)).get("id");
  if (id && parent !== window) parent.postMessage({ kh: 1, id, type: "error", code: "unknown-scenario" }, "*");
}
