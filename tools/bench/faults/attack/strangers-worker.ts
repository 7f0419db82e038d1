/** Worker thread of `startAttackers`, so that attacking does not delay the measuring process. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { AttackConnections, connectionAttacks } from "./strangers.ts";

const { port, largestFile, name, count } = z
  .object({ port: z.number(), largestFile: z.string(), name: z.string().optional(), count: z.number() })
  .parse(workerData);

const strangers = new AttackConnections(port);
const chosen = connectionAttacks(largestFile).filter((attack) => name === undefined || attack.name === name);
for (const attack of chosen) strangers.come(attack, Math.ceil(count / chosen.length));
parentPort?.once("message", () => {
  const { open, closed } = strangers;
  strangers.leave();
  parentPort?.postMessage({ open, closed });
});
