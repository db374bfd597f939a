// Copies a text. Where the clipboard is missing, as at an address without https, or refuses, the text appears below the button,
// selected, to copy by hand.

/** Copy a text for a *button*; return whether that worked. */
export async function copy(text, button) {
  const row = button.parentElement;
  row.parentElement.querySelector(":scope > .by-hand")?.remove();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { className: "by-hand", readOnly: true, value: text });
    field.setAttribute("aria-label", button.textContent.trim());
    row.after(field);
    field.focus();
    field.select();
    return false;
  }
}
