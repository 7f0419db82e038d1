import { vi } from "vitest";

/** Timeout for events that a test expects, long enough for a busy machine. */
export const eventuallyTimeoutMs = 30_000;

/** Calls a function repeatedly until it does not throw. */
export function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: eventuallyTimeoutMs, interval: 10 });
}
