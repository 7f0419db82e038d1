import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { freePort, type RunningServer, startProcess, temporaryFolder } from "./processes.ts";
import { startRoundRobin } from "./round-robin.ts";

const answerSchema = z.object({ id: z.number(), error: z.optional(z.string()), garden: z.unknown() });

/** The product as `npm start` serves it, with an embedded garden of its own, and the journeys' door into it. */
export interface AlmanacServer {
  readonly origin: string;
  /** Another garden, with another Almanac in front: nothing is left of what was done before. */
  beginAnew(): Promise<void>;
  /** Moves the garden's time forward. When the answer is there, everything has happened that was due meanwhile. */
  passTime(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** A process of the product. */
interface Replica {
  /** What is asked through its door; answers what it says of its garden. */
  ask(request: object): Promise<unknown>;
  stop(): Promise<void>;
}

interface ServerStart {
  /** Where its output goes, in full detail. */
  readonly log: string;
  /** Where it hands mails over; it sends none without. */
  readonly mailPort?: number | undefined;
}

/**
 * @param replicas how many processes there are: two and more stand behind a proxy that takes one after the other, share
 * the key of sessions, and show the garden of the first
 */
export async function startAlmanacServer(
  { log, mailPort }: ServerStart,
  replicas = wantedReplicas(),
): Promise<AlmanacServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [first, others, stop] =
    replicas === 1
      ? [await startReplica({ port, log, environment: mailServerAt(mailPort) }), [], async () => undefined]
      : await manyAt(port, { log, mailPort }, replicas);
  return {
    origin,
    async beginAnew() {
      const garden = await first.ask({ what: "begin-anew" });
      await Promise.all(others.map((other) => other.ask({ what: "begin-anew", garden })));
    },
    passTime: async (seconds) => void (await first.ask({ what: "pass-time", ms: seconds * 1000 })),
    async stop() {
      await stop();
      await Promise.all([first, ...others].map((replica) => replica.stop()));
    },
  };
}

/** How many processes the journeys run against. */
function wantedReplicas(): number {
  return z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .parse(process.env.E2E_REPLICAS ?? 1);
}

/** Each on a loopback address of its own and all on one port, as behind a Service: a cookie is for all of them. */
async function manyAt(port: number, { log, mailPort }: ServerStart, replicas: number) {
  const { folder, remove } = await temporaryFolder();
  const keyFile = path.join(folder, "session-key");
  await writeFile(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
  const hosts = Array.from({ length: replicas }, (_, index) => `127.0.0.${index + 2}`);
  const environment = { ...mailServerAt(mailPort), SESSION_KEY_FILES: keyFile };
  const begin = (host: string, index: number) =>
    startReplica({ port, log: log.replace(/(\.log)?$/, `-${index}$1`), environment: { ...environment, HOST: host } });
  const [first, ...others] = await Promise.all(hosts.map(begin));
  if (first === undefined) throw new Error("there is no replica");
  const proxy = await startRoundRobin(
    hosts.map((host) => ({ host, port })),
    port,
  );
  const stop = async () => {
    proxy.stop();
    await remove();
  };
  return [first, others, stop] as const;
}

/** Whom journeys have notices delivered to is on this machine. */
const receiversHere = { WEBHOOK_ALLOW: "127.0.0.0/8", WEBHOOK_PLAIN_HTTP: "true" };

/** The demo's people have their addresses for names. */
function mailServerAt(port: number | undefined): Readonly<Record<string, string>> {
  if (port === undefined) return {};
  return {
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(port),
    SMTP_TLS: "none",
    SMTP_FROM: "almanac@harborline.example",
    SMTP_USER_DOMAINS: "harborline.example",
  };
}

interface ReplicaStart {
  readonly port: number;
  readonly log: string;
  readonly environment?: Readonly<Record<string, string>>;
}

async function startReplica({ port, log, environment = {} }: ReplicaStart): Promise<Replica> {
  const server = await startProcess({
    command: ["--import", "./e2e/garden-door.ts", "server/start/start.js"],
    environment: { ...receiversHere, ...environment, PORT: String(port), LOG_LEVEL: "debug" },
    ready: /Almanac {3}http/,
    door: true,
    log,
  });
  return { ask: doorOf(server), stop: server.stop };
}

function doorOf({ child }: RunningServer): Replica["ask"] {
  let asked = 0;
  return async (request) => {
    asked += 1;
    const id = asked;
    child.send({ id, ...request });
    for (;;) {
      const answer = answerSchema.parse((await once(child, "message"))[0]);
      if (answer.id !== id) continue;
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.garden;
    }
  };
}
