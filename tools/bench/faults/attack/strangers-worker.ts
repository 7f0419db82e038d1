/** The thread of `sendStrangers`: what they do is no delay of the process that measures. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { attacks, Strangers } from "./strangers.ts";

const { port, largestFile, name, count } = z
  .object({ port: z.number(), largestFile: z.string(), name: z.string().optional(), count: z.number() })
  .parse(workerData);

const strangers = new Strangers(port);
const chosen = attacks(largestFile).filter((attack) => name === undefined || attack.name === name);
for (const attack of chosen) strangers.come(attack, Math.ceil(count / chosen.length));
parentPort?.once("message", () => {
  const { open, closed } = strangers;
  strangers.leave();
  parentPort?.postMessage({ open, closed });
});
