import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../../../..");
const leftSchema = z.object({ open: z.number(), closed: z.number() });

/** Connections of simulated attackers: open at the end, and closed by the server before. */
export type AttackConnectionCounts = z.infer<typeof leftSchema>;

/** Opens attacking connections in a worker thread until `leave` is called: all as named, or an equal share of each. */
export function startAttackers(
  port: number,
  count: number,
  name?: string,
): { leave(): Promise<AttackConnectionCounts> } {
  const workerData = { port, count, name, largestFile: largestScriptPath() };
  const worker = new Worker(path.resolve(import.meta.dirname, "strangers-worker.ts"), { workerData });
  return {
    async leave() {
      const answer = once(worker, "message");
      worker.postMessage("leave");
      const [message] = await answer;
      await worker.terminate();
      return leftSchema.parse(message);
    },
  };
}

/** URL path of the largest script file in the build. */
export function largestScriptPath(): string {
  const folder = path.join(root, ".next/static/chunks");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const sizeOf = (name: string) => statSync(path.join(folder, name)).size;
  const [largest = ""] = scripts.sort((a, b) => sizeOf(b) - sizeOf(a));
  return `/_next/static/chunks/${largest}`;
}
