const unitSeconds: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** Go's duration text, such as `1m30s`, in seconds; undefined when it is none. */
export function durationSeconds(text: string): number | undefined {
  const [, sign, rest = ""] = /^([+-]?)(.+)$/.exec(text) ?? [];
  if (rest === "0") return 0;
  const parts = [...rest.matchAll(/([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== rest) return undefined;
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit ?? ""] ?? 0), 0);
  return sign === "-" ? -total : total;
}
