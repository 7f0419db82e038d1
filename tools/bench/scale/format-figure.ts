import type { Unit } from "./figure.ts";

interface Smaller {
  readonly unit: "ms" | "µs" | "kB" | "B";
  /** Below this it is told in the smaller unit, a thousand of which make one of these. */
  readonly below: number;
}

/** Tenths of a second are read more easily than hundreds of milliseconds. */
const smaller: Partial<Readonly<Record<string, Smaller>>> = {
  s: { unit: "ms", below: 0.1 },
  ms: { unit: "µs", below: 0.1 },
  MB: { unit: "kB", below: 1 },
  kB: { unit: "B", below: 1 },
};

/** With about three digits, in a unit that needs few zeros before them. */
export function formatFigure(value: number, unit: Unit | Smaller["unit"]): string {
  const less = smaller[unit];
  if (less !== undefined && value !== 0 && Math.abs(value) < less.below) return formatFigure(value * 1_000, less.unit);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = Number(value.toFixed(digits)).toLocaleString("en");
  return unit === "×" ? `× ${number}` : `${number} ${unit}`;
}
