import "server-only";

/** Several errors as Go's multierror lists them. */
export function errorList(messages: readonly string[]): string {
  const what = messages.length > 1 ? "errors" : "error";
  return `${messages.length} ${what} occurred:\n${messages.map((message) => `\t* ${message}\n`).join("")}\n`;
}
