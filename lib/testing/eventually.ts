import { vi } from "vitest";

/** How long a test waits for what must come: long enough for a machine with much else to do. It judges no speed. */
export const patienceMs = 30_000;

/** Looks again and again until nothing is thrown. */
export function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: patienceMs, interval: 10 });
}
