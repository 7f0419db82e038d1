import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "../exchange.ts";
import { type Steady, untilStopped } from "./until-stopped.ts";

export interface Reads {
  readonly asked: number;
  readonly askedAgain: number;
  /** Those that failed the second time too. */
  readonly failed: number;
}

/** Reads ten times a second, each once more when it fails, as a load balancer and a page do. */
export function readSteadily(
  read: (path: string) => Promise<Answer>,
  paths: readonly string[] = ["/api/session"],
): Steady<Reads> {
  const isRead = async (path: string) => (await read(path)).status === 200;
  return untilStopped(async (isRunning) => {
    let [asked, askedAgain, failed] = [0, 0, 0];
    while (isRunning()) {
      const path = paths[asked % paths.length] ?? "";
      asked += 1;
      if (!(await isRead(path))) {
        askedAgain += 1;
        if (!(await isRead(path))) failed += 1;
      }
      await pause(100);
    }
    return { asked, askedAgain, failed };
  });
}
