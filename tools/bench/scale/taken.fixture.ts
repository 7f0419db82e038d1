import type { Taken } from "./taken.ts";

/** A measurement with one round. */
export function taken(name: string, shoots: number, value: number, more: Partial<Taken> = {}): Taken {
  return { unit: "MB", name, shoots, runs: [value], ...more };
}
