import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";

const longestSchema = z.number();

/**
 * Requests /livez repeatedly and records the longest response time in milliseconds; 30 s if there was no response. Runs
 * in a worker thread, so that work of the benchmark does not count.
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
