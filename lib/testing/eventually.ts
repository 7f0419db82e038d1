import { vi } from "vitest";

/** Timeout for expected events, long enough for a busy machine. It is not a measure of speed. */
export const patienceMs = 30_000;

/** Retries until nothing is thrown. */
export function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: patienceMs, interval: 10 });
}
