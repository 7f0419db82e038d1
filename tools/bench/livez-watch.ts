import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";

const longestSchema = z.number();

/**
 * Asks whether it lives again and again, and keeps the longest wait in milliseconds; 30 s where nothing came. In a thread
 * of its own: what else a bench does is no delay of the process that it asks.
 */
export function watchLivez(port: number): { stop(): Promise<number> } {
  const worker = new Worker(path.resolve(import.meta.dirname, "livez-worker.ts"), { workerData: port });
  return {
    async stop() {
      const answer = once(worker, "message");
      worker.postMessage("stop");
      const [message] = await answer;
      return longestSchema.parse(message);
    },
  };
}
