const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt](?!24)\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** JavaScript reads 30 February as 2 March; Go refuses it. */
function isDayOfItsMonth(date: string): boolean {
  const day = date.slice(8);
  return day < "29" || new Date(`${date}T00:00:00Z`).toISOString().slice(8, 10) === day;
}

/**
 * An instant as the garden writes it (RFC 3339), in milliseconds since 1970. Undefined for a missing, empty or malformed
 * text, so that nothing downstream meets NaN.
 */
export function parseInstant(text: unknown): number | undefined {
  if (typeof text !== "string" || !rfc3339.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isFinite(ms) && isDayOfItsMonth(text.slice(0, 10)) ? ms : undefined;
}

/** An instant (milliseconds since 1970) as Gardener writes it: UTC, whole seconds, `2026-08-10T08:00:00Z`. */
export function formatInstant(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d{3}Z$/, "Z");
}
