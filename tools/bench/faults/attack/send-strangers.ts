import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../../../..");
const leftSchema = z.object({ open: z.number(), closed: z.number() });

/** What became of their connections: still open when they left, and closed by the server before. */
export type Left = z.infer<typeof leftSchema>;

/** Sends so many strangers who do what `name` says, or a share of them each thing, until they are told to leave. */
export function sendStrangers(port: number, count: number, name?: string): { leave(): Promise<Left> } {
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

/** Where browsers ask for the largest file of the build. */
export function largestScriptPath(): string {
  const folder = path.join(root, ".next/static/chunks");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const sizeOf = (name: string) => statSync(path.join(folder, name)).size;
  const [largest = ""] = scripts.sort((a, b) => sizeOf(b) - sizeOf(a));
  return `/_next/static/chunks/${largest}`;
}
