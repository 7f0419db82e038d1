import { vi } from "vitest";

/** Timeout for events that a test expects: only a test that hangs reaches it, on a busy machine too. */
export const eventuallyTimeoutMs = 150_000;

/** Calls a function repeatedly until it does not throw. */
export function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: eventuallyTimeoutMs, interval: 10 });
}
