import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { text } from "#lib/language/text.ts";
import { readGardenAddress } from "#lib/text/garden-address.ts";
import { clientAddress, networkOf } from "#server/boundary/client-address.ts";
import { acceptedEncodingHeader, bodyEncodingHeader } from "#server/boundary/compressed.ts";
import { usualBody } from "#server/boundary/json-body.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { methods } from "#server/boundary/route-rule.ts";
import { gardenHeader } from "#server/garden/garden-header.ts";
import { languageOf, speakIn } from "#server/language/speak.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import type { BuildFiles } from "./build-files.ts";
import { BodyRoom } from "./door/body-room.ts";
import { Connections } from "./door/connections.ts";
import { type Caller, QueueFull } from "./door/fair-queue.ts";
import { Flooders } from "./door/flooders.ts";
import { answerProbe, type Probe } from "./door/probe.ts";
import { announcedBody, type Pace, receiveBody, tooLarge } from "./door/receive-body.ts";
import { holdNothingOf, refuse } from "./door/refuse.ts";
import { RequestQueues } from "./door/request-queues.ts";
import { TakenBodies } from "./door/taken-bodies.ts";
import { readTarget, type Target } from "./door/target.ts";
import { Unhurried } from "./door/unhurried.ts";
import { requestSpan } from "./request-span.ts";
import { routeLabel } from "./route-label.ts";

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface FrontDoorOptions {
  readonly metrics?: Pick<Metrics, "served" | "refused"> | undefined;
  readonly tracing?: Tracing | undefined;
  /** How many proxies in front are believed to say whom they were called by. */
  readonly trustedHops?: number;
  /** After how long a page counts as written: it then waits for its reader, for whom nobody else shall wait. */
  readonly renderPatienceMs?: number;
  /** After how long a route of our API counts as answered: it then waits for the garden, or is a stream. */
  readonly answerPatienceMs?: number;
  /**
   * How long the turn of somebody who is not signed in goes on after the answer: so many times as long as that took. What a page
   * leaves behind outlives a young collection: as many as can be made are a hundred megabytes of garbage in three seconds.
   */
  readonly pauseAfterStranger?: { readonly times: number; readonly mostMs: number };
  /** Names the session that a cookie holds; undefined when it holds none that is good. */
  readonly sessionOf?: (cookieHeader: string) => Promise<string | undefined>;
  /** What is answered without Next. */
  readonly buildFiles?: Pick<BuildFiles, "answer" | "has">;
  /** Answered at once whatever else happens, by path. */
  readonly probes?: ReadonlyMap<string, Probe>;
  /** Names of the files in public/, which Next serves as they are. */
  readonly files?: ReadonlySet<string>;
  /** Nothing else takes a body. */
  readonly bodies?: TakenBodies;
  readonly bodyPace?: Pace;
  readonly connections?: Connections;
  /** Kept by whoever wants to know how many are at the door. */
  readonly crowd?: RequestQueues;
}

const busySeconds = 5;

/** With three turns, all who are not signed in get about a seventh of a processor together: some 15 pages a second. */
const usualPause = { times: 20, mostMs: 300 } as const;

/** Memory for bodies under way, in bytes. Of strangers that is 500 as large as a sign-in may be. */
const roomForBodies = { known: 48 * 1024 * 1024, strangers: 32 * 1024 * 1024 } as const;

const timeouts = {
  /** Longer than any load balancer keeps an idle connection, so that it never sends into one that is closing. */
  keepAliveTimeout: 75_000,
  headersTimeout: 15_000,
  /** Longer than the slowest body may take. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
} as const;

/** Nothing has come or gone for so long: whoever reads no more is not waited for. Streams say something far more often. */
const mostSilentMs = 45_000;

/**
 * The HTTP server in front of Next: it refuses what is no request for us before anything interprets it, takes no more bytes
 * than a route says, lets people in one after the other, and notes who is calling, since Next would believe what the client
 * says.
 */
export function createFrontDoor(
  next: NodeHandler,
  {
    metrics,
    tracing,
    trustedHops = 0,
    renderPatienceMs = 250,
    answerPatienceMs = 20,
    pauseAfterStranger = usualPause,
    sessionOf,
    buildFiles,
    probes = new Map(),
    files = new Set(),
    bodies = new TakenBodies(),
    bodyPace,
    connections = new Connections(),
    crowd = new RequestQueues(),
  }: FrontDoorOptions = {},
): Server {
  const pages = { turns: crowd.pages, patienceMs: renderPatienceMs };
  const answers = { turns: crowd.answers, patienceMs: answerPatienceMs };
  const rooms = { known: new BodyRoom(roomForBodies.known), strangers: new BodyRoom(roomForBodies.strangers) };
  const whoAsks = async (cookie: string | undefined, peer: string): Promise<Caller> => {
    const session = cookie === undefined ? undefined : await sessionOf?.(cookie);
    return session === undefined ? { key: networkOf(peer), isKnown: false } : { key: session, isKnown: true };
  };
  const refusals = new Unhurried(() => performance.now());
  const flooders = new Flooders(() => performance.now());
  const turnAway = (request: IncomingMessage, response: ServerResponse, error: ProblemError) => {
    metrics?.refused(error.rule);
    const waitMs = refusals.next(announcedBody(request) !== undefined);
    if (waitMs === 0) refuse(request, response, error);
    else {
      holdNothingOf(request);
      // Whoever left meanwhile gets no answer.
      setTimeout(() => response.closed || refuse(request, response, error), waitMs);
    }
  };
  /** Whoever lets this one have its turn is another request: so what it does is put below its own span here. */
  const answerIn = (request: IncomingMessage, response: ServerResponse) => {
    const answerIt = (whole: IncomingMessage) => speakIn(languageOf(request.headers), () => next(whole, response));
    if (tracing === undefined) return answerIt;
    const span = requestSpan(tracing, { request, response, trustedHops });
    return (whole: IncomingMessage) => span.around(() => answerIt(whole));
  };
  /** Until it is answered, the body takes its room. */
  const receive = async (request: IncomingMessage, response: ServerResponse, taken: number, { isKnown }: Caller) => {
    // What is larger than a sign-in is taken of people who are signed in.
    const mostBytes = isKnown ? taken : Math.min(taken, usualBody.bytes);
    if (!isKnown && (announcedBody(request)?.bytes ?? 0) > mostBytes) throw new ProblemError("not-signed-in");
    if (request.headers.expect !== undefined) response.writeContinue();
    const room = isKnown ? rooms.known : rooms.strangers;
    const { request: whole, body } = await receiveBody(request, { mostBytes, room, pace: bodyPace });
    if (response.closed) body.release();
    else response.once("close", body.release);
    return whole;
  };
  /** Lets somebody who was refused too often wait. Throws when they leave meanwhile, or have too many waiting. */
  const notTooOften = async (response: ServerResponse, { key }: Caller, left: AbortSignal) => {
    response.once("close", () => response.statusCode === 429 && flooders.refused(key));
    const waitMs = flooders.takeWait(key);
    if (waitMs === undefined) throw new QueueFull();
    if (waitMs > 0) await pause(waitMs, undefined, { signal: left });
  };
  const inTurn = async (request: IncomingMessage, response: ServerResponse, { kind, mostBytes }: Way) => {
    const peer = String(request.headers[peerHeader]);
    const answerIt = answerIn(request, response);
    const left = new AbortController();
    response.once("close", () => left.abort());
    try {
      const caller = await whoAsks(request.headers.cookie, peer);
      if (caller.isKnown) {
        connections.isKnown(request.socket);
        await notTooOften(response, caller, left.signal);
      }
      const hasBody = announcedBody(request) !== undefined;
      const whole = hasBody ? await receive(request, response, mostBytes, caller) : request;
      const { turns, patienceMs } = kind === "page" ? pages : answers;
      const patience = () => pause(patienceMs, undefined, { ref: false });
      const work = async () => {
        const begunAt = performance.now();
        await Promise.race([answerIt(whole), patience()]);
        const tookMs = performance.now() - begunAt;
        await crowd.takenIn();
        const pauseMs = Math.min(pauseAfterStranger.mostMs, pauseAfterStranger.times * tookMs);
        if (!caller.isKnown) await pause(pauseMs, undefined, { ref: false });
      };
      await turns.run(caller, work, left.signal);
    } catch (error) {
      // Whoever left while waiting needs no answer.
      if (left.signal.aborted) return;
      await speakIn(languageOf(request.headers), async () => {
        if (error instanceof QueueFull) turnAway(request, response, queueFull());
        else if (error instanceof ProblemError) turnAway(request, response, error);
        else throw error;
      });
    }
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!connections.asks(socket)) return;
    response.once("close", () => connections.answered(socket));
    if (metrics !== undefined) measure(request, response, metrics);
    const target = readTarget(request.url);
    const mostBytes = target === undefined ? 0 : bodies.mostBytes(request.method ?? "", routeLabel(target.path));
    const refusal = refusalOf(request, target) ?? bodyRefusalOf(request, mostBytes);
    if (target === undefined || refusal !== undefined) {
      turnAway(request, response, refusal ?? new ProblemError("invalid-request"));
      return;
    }
    if (buildFiles?.answer(request, response)) return;
    const isReading = request.method === "GET" || request.method === "HEAD";
    const probe = isReading ? probes.get(target.pathname) : undefined;
    if (probe !== undefined) {
      void answerProbe(request, response, { probe, turnAway });
      return;
    }
    const isFile = files.has(target.pathname.slice(1)) || buildFiles?.has(target.pathname);
    if (buildFiles !== undefined && target.pathname.startsWith("/_next/") && !isFile) {
      turnAway(request, response, new ProblemError("not-found"));
      return;
    }
    dropNextsOwn(request.headers);
    // Which garden an address names is for proxy.ts to say.
    delete request.headers[gardenHeader];
    request.headers[peerHeader] = callerOf(request, trustedHops);
    request.headers[acceptedEncodingHeader] = request.headers["accept-encoding"] ?? "identity";
    nameEncoding(response);
    void inTurn(request, response, { kind: isFile || target.path.startsWith("/api/") ? "answer" : "page", mostBytes });
  };
  const server = createServer({ ...timeouts }, handle);
  server.timeout = mostSilentMs;
  // Whoever asks first whether to send a body hears yes when it is received, not before.
  server.on("checkContinue", handle);
  server.on("connection", (socket) => {
    crowd.comes();
    connections.comes(socket);
  });
  // Almanac has no WebSockets, and an upgrade must not reach anything that would proxy it. Node lets go of such a connection.
  server.on("upgrade", (_request, socket: Duplex) =>
    socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n", () => socket.destroy()),
  );
  return server;
}

/** How a request gets in. A page is what Next renders, be it to say that there is nothing. */
interface Way {
  readonly kind: "page" | "answer";
  readonly mostBytes: number;
}

/** Whom the rest of Almanac takes for the caller. */
const peerHeader = "x-almanac-peer";

/**
 * Next uses these between its own parts. With the key of drafts, which everybody has who has the build, a request would pass
 * by proxy.ts and its content security policy; Almanac has no drafts.
 */
function dropNextsOwn(headers: IncomingMessage["headers"]): void {
  for (const name of Object.keys(headers)) {
    if (/^x-(middleware|prerender)-/.test(name)) delete headers[name];
  }
  if (headers.cookie === undefined || !/__prerender_bypass|__next_preview_data/.test(headers.cookie)) return;
  const cookies = headers.cookie.split(";");
  headers.cookie = cookies.filter((cookie) => !/__prerender_bypass|__next_preview_data/.test(cookie)).join(";");
}

function queueFull(): ProblemError {
  const detail = text("More is asked for at once than can be answered. Try again in a moment.");
  return new ProblemError("not-ready", { detail, retryAfterSeconds: busySeconds }, { rule: "queue" });
}

function callerOf({ socket, headers }: IncomingMessage, trustedHops: number): string {
  const forwarded = headers["x-forwarded-for"];
  // Node joins what came in several headers, in their order.
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join() : forwarded;
  return clientAddress({ socket: socket.remoteAddress, forwardedFor, trustedHops });
}

function measure(request: IncomingMessage, response: ServerResponse, metrics: Pick<Metrics, "served">): void {
  const startedAt = performance.now();
  const [pathname = ""] = (request.url ?? "").split("?", 1);
  response.once("close", () => {
    // How long a stream stays open says nothing about how fast it was opened.
    if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
    const seconds = (performance.now() - startedAt) / 1000;
    const { statusCode: status } = response;
    const { garden, path } = readGardenAddress(pathname);
    metrics.served({ method: request.method ?? "", route: routeLabel(path), status, seconds, garden });
  });
}

/**
 * Next drops Content-Encoding from what routes answer, because it cannot know whether a body was encoded. Ours say it
 * under a name of their own, and here it gets its real one.
 */
function nameEncoding(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name.toLowerCase() === bodyEncodingHeader ? "content-encoding" : name, value);
}

/** Next answers 500 to others, such as TRACE. */
const methodsOfNext: ReadonlySet<string> = new Set(methods);

function refusalOf({ method = "" }: IncomingMessage, target: Target | undefined): ProblemError | undefined {
  if (!methodsOfNext.has(method))
    return new ProblemError("method-not-allowed", { detail: `${method} is not possible here.` });
  if (target === undefined) return new ProblemError("invalid-request", { detail: "The address is not readable." });
  return isOfNext(target) ? new ProblemError("not-found") : undefined;
}

/** What a request says of its body is enough to refuse it, before any of it is read. */
function bodyRefusalOf(request: IncomingMessage, mostBytes: number): ProblemError | undefined {
  const body = announcedBody(request);
  if (body === undefined || (mostBytes > 0 && body.bytes <= mostBytes)) return undefined;
  if (mostBytes > 0) return tooLarge(mostBytes);
  return new ProblemError("invalid-request", { detail: `No body is taken here with ${request.method}.` });
}

/** What Next shows when a page fails is a page to it, which fails when somebody asks for it. */
function isOfNext({ pathname }: Target): boolean {
  return /^\/+_global-error\b/.test(decodeURIComponent(pathname));
}
