import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { text } from "#lib/language/text.ts";
import { readGardenAddress } from "#lib/strings/garden-address.ts";
import { clientAddress, networkOf } from "#server/boundary/client-address.ts";
import { acceptedEncodingHeader, bodyEncodingHeader } from "#server/boundary/compressed.ts";
import { usualBody } from "#server/boundary/json-body.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { methods } from "#server/boundary/route-rule.ts";
import { gardenHeader } from "#server/garden/garden-header.ts";
import { languageOf, runInLanguage } from "#server/language/run-in-language.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import type { BuildFiles } from "./build-files.ts";
import { BodyBufferPool } from "./front-server/body-buffer-pool.ts";
import { Connections } from "./front-server/connections.ts";
import { type Caller, QueueFull } from "./front-server/fair-queue.ts";
import { Flooders } from "./front-server/flooders.ts";
import { type Probe, serveProbe } from "./front-server/probe.ts";
import { announcedBody, bodyTooLargeError, type Pace, receiveBody } from "./front-server/receive-body.ts";
import { RejectionDelay } from "./front-server/rejection-delay.ts";
import { RequestQueues } from "./front-server/request-queues.ts";
import { type RequestTarget, readTarget } from "./front-server/request-target.ts";
import { RouteBodyRules } from "./front-server/route-body-rules.ts";
import { discardBody, sendProblem } from "./front-server/send-problem.ts";
import { requestSpan } from "./request-span.ts";
import { routeLabel } from "./route-label.ts";

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface FrontServerOptions {
  readonly metrics?: Pick<Metrics, "served" | "refused"> | undefined;
  readonly tracing?: Tracing | undefined;
  /** Number of proxies in front whose X-Forwarded-For entries are trusted. */
  readonly trustedHops?: number;
  /** After this a page counts as rendered and frees its slot: it is then waiting for a slow reader. */
  readonly renderPatienceMs?: number;
  /** After this an API route frees its slot: it is then waiting for the garden, or is a stream. */
  readonly answerPatienceMs?: number;
  /**
   * How long an anonymous request keeps its slot after the response, as a multiple of its duration. What a page leaves
   * behind outlives a young collection: at full speed that is a hundred megabytes of garbage in three seconds.
   */
  readonly pauseAfterStranger?: { readonly times: number; readonly mostMs: number };
  /** Key of the signed-in user, from a cookie; undefined without a valid session. */
  readonly sessionOf?: (cookieHeader: string) => Promise<string | undefined>;
  /** Files served without Next. */
  readonly buildFiles?: Pick<BuildFiles, "answer" | "has">;
  /** Probes by path, always answered immediately. */
  readonly probes?: ReadonlyMap<string, Probe>;
  /** Names of the files in public/, which Next serves unchanged. */
  readonly files?: ReadonlySet<string>;
  /** Routes that accept a body; all others refuse one. */
  readonly bodies?: RouteBodyRules;
  readonly bodyPace?: Pace;
  readonly connections?: Connections;
  /** Passed in by callers that need to observe the queues. */
  readonly crowd?: RequestQueues;
}

const busySeconds = 5;

/** Default pause: with three slots, anonymous requests get a seventh of a processor, some 15 pages a second. */
const usualPause = { times: 20, mostMs: 300 } as const;

/** Memory for request bodies, in bytes. The anonymous part fits 250 bodies of a sign-in's maximum size. */
const roomForBodies = { known: 48 * 1024 * 1024, strangers: 16 * 1024 * 1024 } as const;

const timeouts = {
  /** Longer than any load balancer keeps an idle connection, so that it never sends into one that is closing. */
  keepAliveTimeout: 75_000,
  headersTimeout: 15_000,
  /** Longer than the slowest permitted body takes. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
} as const;

/** Maximum silence on a connection, so that a stuck reader is disconnected. Streams send far more often. */
const mostSilentMs = 45_000;

/**
 * The HTTP server in front of Next: refuses invalid requests before anything interprets them, enforces the routes' body
 * limits, queues requests, and sets the caller's address, since Next would believe the client's headers.
 */
export function createFrontServer(
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
    bodies = new RouteBodyRules(),
    bodyPace,
    connections = new Connections(),
    crowd = new RequestQueues(),
  }: FrontServerOptions = {},
): Server {
  const pages = { turns: crowd.pages, patienceMs: renderPatienceMs };
  const answers = { turns: crowd.answers, patienceMs: answerPatienceMs };
  const rooms = {
    known: new BodyBufferPool(roomForBodies.known),
    strangers: new BodyBufferPool(roomForBodies.strangers),
  };
  const whoAsks = async (cookie: string | undefined, peer: string): Promise<Caller> => {
    const session = cookie === undefined ? undefined : await sessionOf?.(cookie);
    return session === undefined ? { key: networkOf(peer), isKnown: false } : { key: session, isKnown: true };
  };
  const refusals = new RejectionDelay(() => performance.now());
  const flooders = new Flooders(() => performance.now());
  const turnAway = (request: IncomingMessage, response: ServerResponse, error: ProblemError) => {
    metrics?.refused(error.rule);
    const waitMs = refusals.next(announcedBody(request) !== undefined);
    if (waitMs === 0) sendProblem(request, response, error);
    else {
      discardBody(request);
      // The client may have disconnected meanwhile.
      setTimeout(() => response.closed || sendProblem(request, response, error), waitMs);
    }
  };
  /** Turns are granted from another request's context, so the request's own span is restored here. */
  const answerIn = (request: IncomingMessage, response: ServerResponse) => {
    const answerIt = (whole: IncomingMessage) =>
      runInLanguage(languageOf(request.headers), () => next(whole, response));
    if (tracing === undefined) return answerIt;
    const span = requestSpan(tracing, { request, response, trustedHops });
    return (whole: IncomingMessage) => span.around(() => answerIt(whole));
  };
  /** The body occupies its room until the response is closed. */
  const receive = async (request: IncomingMessage, response: ServerResponse, taken: number, { isKnown }: Caller) => {
    // Bodies larger than a sign-in are only accepted from signed-in users.
    const mostBytes = isKnown ? taken : Math.min(taken, usualBody.bytes);
    if (!isKnown && (announcedBody(request)?.bytes ?? 0) > mostBytes) throw new ProblemError("not-signed-in");
    if (request.headers.expect !== undefined) response.writeContinue();
    const room = isKnown ? rooms.known : rooms.strangers;
    const { request: whole, body } = await receiveBody(request, { mostBytes, room, pace: bodyPace });
    if (response.closed) body.release();
    else response.once("close", body.release);
    return whole;
  };
  /** Delays a caller that was refused too often. Throws when it disconnects, or has too many requests waiting. */
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
      // No response for a client that disconnected while waiting.
      if (left.signal.aborted) return;
      await runInLanguage(languageOf(request.headers), async () => {
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
      void serveProbe(request, response, { probe, turnAway });
      return;
    }
    const isFile = files.has(target.pathname.slice(1)) || buildFiles?.has(target.pathname);
    if (buildFiles !== undefined && target.pathname.startsWith("/_next/") && !isFile) {
      turnAway(request, response, new ProblemError("not-found"));
      return;
    }
    dropNextsOwn(request.headers);
    // Only proxy.ts sets which garden a URL selects.
    delete request.headers[gardenHeader];
    request.headers[peerHeader] = callerOf(request, trustedHops);
    request.headers[acceptedEncodingHeader] = request.headers["accept-encoding"] ?? "identity";
    nameEncoding(response);
    void inTurn(request, response, { kind: isFile || target.path.startsWith("/api/") ? "answer" : "page", mostBytes });
  };
  const server = createServer({ ...timeouts }, handle);
  server.timeout = mostSilentMs;
  // Expect: 100-continue is confirmed when the body is about to be received, not before.
  server.on("checkContinue", handle);
  server.on("connection", (socket) => {
    crowd.comes();
    connections.comes(socket);
  });
  // Almanac has no WebSockets, and an upgrade must not reach a proxy. Node no longer manages such a socket.
  server.on("upgrade", (_request, socket: Duplex) =>
    socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n", () => socket.destroy()),
  );
  return server;
}

/** How a request is handled. A page is anything that Next renders, including its not-found page. */
interface Way {
  readonly kind: "page" | "answer";
  readonly mostBytes: number;
}

/** Header with the caller's address, for the rest of Almanac. */
const peerHeader = "x-almanac-peer";

/**
 * Removes headers and cookies that Next uses internally. With the draft-mode key, known to everyone who has the build,
 * a request would bypass proxy.ts and its content security policy; Almanac has no drafts.
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
  // Node joins repeated headers in their order.
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join() : forwarded;
  return clientAddress({ socket: socket.remoteAddress, forwardedFor, trustedHops });
}

function measure(request: IncomingMessage, response: ServerResponse, metrics: Pick<Metrics, "served">): void {
  const startedAt = performance.now();
  const [pathname = ""] = (request.url ?? "").split("?", 1);
  response.once("close", () => {
    // The duration of a stream says nothing about how fast it was opened.
    if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
    const seconds = (performance.now() - startedAt) / 1000;
    const { statusCode: status } = response;
    const { garden, path } = readGardenAddress(pathname);
    metrics.served({ method: request.method ?? "", route: routeLabel(path), status, seconds, garden });
  });
}

/**
 * Next removes Content-Encoding from route responses, because it cannot know whether a body was encoded. Our routes use
 * another header, which is renamed here.
 */
function nameEncoding(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name.toLowerCase() === bodyEncodingHeader ? "content-encoding" : name, value);
}

/** Next answers 500 to other methods, such as TRACE. */
const methodsOfNext: ReadonlySet<string> = new Set(methods);

function refusalOf({ method = "" }: IncomingMessage, target: RequestTarget | undefined): ProblemError | undefined {
  if (!methodsOfNext.has(method))
    return new ProblemError("method-not-allowed", { detail: `${method} is not possible here.` });
  if (target === undefined) return new ProblemError("invalid-request", { detail: "The address is not readable." });
  return isOfNext(target) ? new ProblemError("not-found") : undefined;
}

/** A body is refused by its headers, before any of it is read. */
function bodyRefusalOf(request: IncomingMessage, mostBytes: number): ProblemError | undefined {
  const body = announcedBody(request);
  if (body === undefined || (mostBytes > 0 && body.bytes <= mostBytes)) return undefined;
  if (mostBytes > 0) return bodyTooLargeError(mostBytes);
  return new ProblemError("invalid-request", { detail: `No body is taken here with ${request.method}.` });
}

/** Next treats its error page as a route, which fails when requested directly. */
function isOfNext({ pathname }: RequestTarget): boolean {
  return /^\/+_global-error\b/.test(decodeURIComponent(pathname));
}
