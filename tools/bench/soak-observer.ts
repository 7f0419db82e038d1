/**
 * Loaded into the observed process with --import and --expose-gc: reports to the parent process the delay of the event
 * loop since the last report, and collects garbage on request.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

const intervalMs = 10;
const delay = monitorEventLoopDelay({ resolution: intervalMs });
delay.enable();
// The measured delay includes the sampling interval.
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
