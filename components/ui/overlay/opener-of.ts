/** What gets the focus back from a dialog: an item goes with its menu, the button that opened the menu stays. */
export function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = button ? document.getElementById(button) : active;
  return opener instanceof HTMLElement ? opener : null;
}
