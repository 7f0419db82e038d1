/** Worker thread of `watchLivez`. */
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { sendBenchRequest } from "./faults/exchange.ts";

const port = z.number().parse(workerData);
const mostMs = 30_000;
let running = true;
parentPort?.once("message", () => {
  running = false;
});

let longest = 0;
while (running) {
  const { status, ms } = await sendBenchRequest(port, { path: "/livez", timeoutMs: mostMs });
  longest = Math.max(longest, status === 200 ? ms : mostMs);
  await pause(50);
}
parentPort?.postMessage(longest);
