/**
 * Loaded into the observed process with --import, beside --expose-gc: tells its parent how late its event loop was since the
 * last question, and collects garbage when it is asked to.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

const intervalMs = 10;
const delay = monitorEventLoopDelay({ resolution: intervalMs });
delay.enable();
// It counts its own interval as delay.
const lateMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - intervalMs);

process.on("message", (message) => {
  if (message === "collect") {
    globalThis.gc?.();
    process.send?.("collected");
  } else if (message === "lag") {
    process.send?.({ p99: lateMs(delay.percentile(99)), max: lateMs(delay.max) });
    delay.reset();
  }
});
process.channel?.unref();
