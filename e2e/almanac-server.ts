import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type GardenRequest, gardenRequest } from "./garden-request.ts";
import { createTemporaryFolder, findFreePort, type RunningServer, startProcess } from "./processes.ts";
import { startRoundRobin } from "./round-robin.ts";

const gardenSchema = z.object({
  url: z.string(),
  caPem: z.string(),
  identities: z.array(z.object({ name: z.string(), token: z.string() })),
});
const answerSchema = z.object({ id: z.number(), error: z.optional(z.string()), garden: z.unknown() });

/** Almanac as served by `npm start`, with its own embedded garden and a control channel for the browser tests. */
export interface AlmanacServer {
  readonly origin: string;
  /** Replaces garden and application by new ones, so that no change of an earlier test is left. */
  beginAnew(): Promise<void>;
  /** Sends a request to the present garden as its operator. */
  readonly askGarden: GardenRequest;
  /** Moves the garden's clock forward; resolves when everything that was due has happened. */
  passTime(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** A server process of Almanac. */
interface Replica {
  /** Sends a message over the control channel of the process; resolves with information about its garden. */
  ask(request: object): Promise<unknown>;
  stop(): Promise<void>;
}

interface ServerStart {
  /** File for the process output, in full detail. */
  readonly log: string;
  /** Port of the mail server that Almanac uses; without a port, it sends no mails. */
  readonly mailPort?: number | undefined;
  /** Time of the server; the tests' clock by default. */
  readonly clock?: "journey" | "machine" | undefined;
}

/**
 * @param replicas number of Almanac processes; two or more are behind a round-robin proxy, share the session key,
 * and use the garden of the first one
 */
export async function startAlmanacServer(
  { log, mailPort, clock }: ServerStart,
  replicas = wantedReplicas(),
): Promise<AlmanacServer> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const [first, others, stop] =
    replicas === 1
      ? [await startReplica({ port, log, clock, environment: mailServerAt(mailPort) }), [], async () => undefined]
      : await manyAt(port, { log, mailPort, clock }, replicas);
  let askPresent: GardenRequest | undefined;
  return {
    origin,
    async beginAnew() {
      const garden = await first.ask({ what: "begin-anew" });
      askPresent = requestOf(garden);
      await Promise.all(others.map((other) => other.ask({ what: "begin-anew", garden })));
    },
    async askGarden(...words) {
      if (askPresent === undefined) throw new Error("no garden was begun");
      return askPresent(...words);
    },
    passTime: async (seconds) => void (await first.ask({ what: "pass-time", ms: seconds * 1000 })),
    async stop() {
      await stop();
      await Promise.all([first, ...others].map((replica) => replica.stop()));
    },
  };
}

function requestOf(garden: unknown): GardenRequest {
  const { url, caPem, identities } = gardenSchema.parse(garden);
  const token = identities.find(({ name }) => name === "operator")?.token ?? "";
  return gardenRequest({ server: url, ca: caPem, token });
}

/** Number of Almanac processes that the browser tests run against. */
function wantedReplicas(): number {
  return z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .parse(process.env.E2E_REPLICAS ?? 1);
}

/** Each replica listens on its own loopback address and on the same port, so that cookies are valid for all of them. */
async function manyAt(port: number, { log, mailPort, clock }: ServerStart, replicas: number) {
  const { folder, remove } = await createTemporaryFolder();
  const keyFile = path.join(folder, "session-key");
  await writeFile(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
  const hosts = Array.from({ length: replicas }, (_, index) => `127.0.0.${index + 2}`);
  const environment = { ...mailServerAt(mailPort), SESSION_KEY_FILES: keyFile };
  const begin = (host: string, index: number) =>
    startReplica({
      port,
      log: log.replace(/(\.log)?$/, `-${index}$1`),
      environment: { ...environment, HOST: host },
      clock,
    });
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

/** Settings that allow notifications to receivers on this machine. */
const receiversHere = { WEBHOOK_ALLOW: "127.0.0.0/8", WEBHOOK_PLAIN_HTTP: "true" };

/** Environment variables for the mail server. The names of demo users are also their mail addresses. */
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
  readonly clock?: ServerStart["clock"];
}

async function startReplica({ port, log, environment = {}, clock = "journey" }: ReplicaStart): Promise<Replica> {
  const server = await startProcess({
    command: ["--import", "./e2e/garden-door.ts", "server/start/start.js"],
    environment: { ...receiversHere, ...environment, PORT: String(port), LOG_LEVEL: "debug" },
    clock,
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
