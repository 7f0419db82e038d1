/** Prints the page once the menu that was asked for it is off the page. */
export function printSoon(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
}
