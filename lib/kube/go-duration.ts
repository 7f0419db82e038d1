const unitSeconds: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** Parses a Go duration, such as `1m30s`, to seconds; undefined if the text is not a duration. */
export function durationSeconds(text: string): number | undefined {
  const [, sign, rest = ""] = /^([+-]?)(.+)$/.exec(text) ?? [];
  if (rest === "0") return 0;
  const parts = [...rest.matchAll(/([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== rest) return undefined;
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit ?? ""] ?? 0), 0);
  return sign === "-" ? -total : total;
}

const unitsWithoutFraction = [
  ["h", 3600],
  ["m", 60],
] as const;
const fractions = [
  ["ms", 1e3],
  ["µs", 1e6],
  ["ns", 1e9],
] as const;

/** Formats a duration as Go does, such as `1h30m0s` for `90m`; undefined if the text is not a duration. */
export function canonicalDuration(text: string): string | undefined {
  const given = durationSeconds(text);
  if (given === undefined) return undefined;
  let seconds = Math.round(Math.abs(given) * 1e9) / 1e9;
  if (seconds === 0) return "0s";
  const sign = given < 0 ? "-" : "";
  if (seconds < 1) {
    const [unit, scale] = fractions.find(([, scale]) => seconds * scale >= 1) ?? ["ns", 1e9];
    return `${sign}${Math.round(seconds * scale * 1e6) / 1e6}${unit}`;
  }
  let whole = "";
  for (const [unit, size] of unitsWithoutFraction) {
    if (whole === "" && seconds < size) continue;
    const count = Math.floor(seconds / size);
    whole += `${count}${unit}`;
    seconds -= count * size;
  }
  return `${sign}${whole}${Math.round(seconds * 1e9) / 1e9}s`;
}
