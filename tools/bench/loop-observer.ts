/**
 * Loaded into the observed process with --import: measures how late its event loop is, and answers over IPC what it saw
 * since the last question.
 */
import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from "node:perf_hooks";
import type { LoopLag } from "./loop-lag.ts";

const intervalMs = 10;
// It counts its own interval as delay, which `spread` takes off again.
const delay = monitorEventLoopDelay({ resolution: intervalMs });
const busy = createHistogram();

let at = performance.now();
let used = process.threadCpuUsage();
const timer = setInterval(() => {
  const now = performance.now();
  const nowUsed = process.threadCpuUsage();
  const lateMs = now - at - intervalMs;
  const cpuMs = (nowUsed.user - used.user + nowUsed.system - used.system) / 1000;
  // What of the wait was this thread's own work, and not the wait for a processor that others had.
  busy.record(Math.max(1, Math.round(Math.min(lateMs, cpuMs) * 1e6)));
  at = now;
  used = nowUsed;
}, intervalMs);
timer.unref();
delay.enable();

process.on("message", (message) => {
  if (message !== "lag") return;
  const lag: LoopLag = { wall: spread(delay, intervalMs), cpu: spread(busy, 0) };
  process.send?.(lag);
  delay.reset();
  busy.reset();
});
process.channel?.unref();

function spread(histogram: Pick<RecordableHistogram, "percentile" | "max" | "count">, takenOffMs: number) {
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - takenOffMs);
  const at = (share: number) => ms(histogram.percentile(share));
  return { p50: at(50), p99: at(99), p999: at(99.9), max: ms(histogram.max), looks: histogram.count };
}
