const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * An instant as the garden writes it (RFC 3339), in milliseconds since 1970. Undefined for a missing, empty or malformed
 * text, so that nothing downstream meets NaN.
 */
export function parseInstant(text: unknown): number | undefined {
  if (typeof text !== "string" || !rfc3339.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isFinite(ms) ? ms : undefined;
}

/** An instant (milliseconds since 1970) as Gardener writes it: UTC, whole seconds, `2026-08-10T08:00:00Z`. */
export function formatInstant(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d{3}Z$/, "Z");
}
