import { once } from "node:events";
import { z } from "zod";
import { freePort, startProcess } from "./processes.ts";

const answerSchema = z.object({ id: z.number(), error: z.optional(z.string()) });

/** The product as `npm start` serves it, with an embedded garden of its own, and the journeys' door into it. */
export interface AlmanacServer {
  readonly origin: string;
  /** Another garden, with another Almanac in front: nothing is left of what was done before. */
  beginAnew(): Promise<void>;
  /** Moves the garden's time forward. When the answer is there, everything has happened that was due meanwhile. */
  passTime(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param log where its output goes, in full detail */
export async function startAlmanacServer(log: string): Promise<AlmanacServer> {
  const port = await freePort();
  const server = await startProcess({
    command: ["--import", "./e2e/garden-door.ts", "server/start/start.js"],
    environment: { PORT: String(port), LOG_LEVEL: "debug" },
    ready: /Almanac {3}http/,
    door: true,
    log,
  });
  const { child } = server;
  let asked = 0;
  const ask = async (request: object): Promise<void> => {
    asked += 1;
    const id = asked;
    child.send({ id, ...request });
    for (;;) {
      const answer = answerSchema.parse((await once(child, "message"))[0]);
      if (answer.id !== id) continue;
      if (answer.error !== undefined) throw new Error(answer.error);
      return;
    }
  };
  return {
    origin: `http://localhost:${port}`,
    beginAnew: () => ask({ what: "begin-anew" }),
    passTime: (seconds) => ask({ what: "pass-time", ms: seconds * 1000 }),
    stop: server.stop,
  };
}
