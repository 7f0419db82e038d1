import { setTimeout as pause } from "node:timers/promises";
import { exchange } from "../exchange.ts";

/** Asks whether it lives again and again, and keeps the longest wait in milliseconds; 30 s where nothing came. */
export function watchLivez(port: number): { stop(): Promise<number> } {
  let running = true;
  let longest = 0;
  const work = async () => {
    while (running) {
      const { status, ms } = await exchange(port, { path: "/livez", timeoutMs: 30_000 });
      longest = Math.max(longest, status === 200 ? ms : 30_000);
      await pause(50);
    }
    return longest;
  };
  const done = work();
  return {
    stop() {
      running = false;
      return done;
    },
  };
}
