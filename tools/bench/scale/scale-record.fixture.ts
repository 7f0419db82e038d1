import type { Taken } from "./record.ts";

/** A figure as it is taken in tests. */
export function taken(name: string, shoots: number, value: number, more: Partial<Taken> = {}): Taken {
  const usual = { garden: "embedded", part: "start", unit: "MB", on: "2026-11-23", commit: "abc" } as const;
  return { ...usual, name, shoots, runs: [value], ...more };
}
