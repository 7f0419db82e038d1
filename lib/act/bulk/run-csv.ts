/** RFC 4180, with what a spreadsheet would take for a formula made harmless. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
