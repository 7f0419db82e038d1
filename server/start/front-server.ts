import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { text } from "#lib/language/text.ts";
import { parseGardenAddress } from "#lib/strings/garden-address.ts";
import { acceptedEncodingHeader, bodyEncodingHeader } from "#server/boundary/compressed.ts";
import { findClientAddress, networkOfAddress } from "#server/boundary/find-client-address.ts";
import { defaultBodyLimits } from "#server/boundary/json-body.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { methods } from "#server/boundary/route-rule.ts";
import { gardenHeader } from "#server/garden/garden-header.ts";
import { languageOfRequest, runInLanguage } from "#server/language/run-in-language.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import type { BuildFiles } from "./build-files.ts";
import { BodyBufferPool } from "./front-server/body-buffer-pool.ts";
import { Connections } from "./front-server/connections.ts";
import { type Caller, QueueFull } from "./front-server/fair-queue.ts";
import { FloodProtection } from "./front-server/flooders.ts";
import { type Probe, serveProbe } from "./front-server/probe.ts";
import {
  announcedBodySize,
  bodyTooLargeError,
  type MinimumBodySpeed,
  receiveBody,
} from "./front-server/receive-body.ts";
import { RejectionDelay } from "./front-server/rejection-delay.ts";
import { RequestQueues } from "./front-server/request-queues.ts";
import { type RequestTarget, readTarget } from "./front-server/request-target.ts";
import { RouteBodyRules } from "./front-server/route-body-rules.ts";
import { discardBody, sendProblem } from "./front-server/send-problem.ts";
import { requestSpan } from "./request-span.ts";
import { routeLabel } from "./route-label.ts";

export type NodeRequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface FrontServerOptions {
  readonly metrics?: Pick<Metrics, "served" | "refused"> | undefined;
  readonly tracing?: Tracing | undefined;
  /** Number of trusted proxies in front of Almanac, whose X-Forwarded-For entries are believed. */
  readonly trustedHops?: number;
  /** After this time a page frees its slot: it is rendered, and only waits for a slow client. */
  readonly renderPatienceMs?: number;
  /** After this time an API route frees its slot: it waits for the garden, or is an event stream. */
  readonly answerPatienceMs?: number;
  /**
   * How long an anonymous request occupies its slot after the response, as a multiple of the request's duration. At
   * full speed, rendered pages would leave a hundred megabytes of garbage in three seconds.
   */
  readonly pauseAfterStranger?: { readonly times: number; readonly mostMs: number };
  /** Returns the key of the signed-in user from the Cookie header; undefined without a valid session. */
  readonly sessionOf?: (cookieHeader: string) => Promise<string | undefined>;
  /** Scripts, styles and fonts, which are served without Next.js. */
  readonly buildFiles?: Pick<BuildFiles, "answer" | "has">;
  /** Health probes by path, which are answered at once, before all waiting requests. */
  readonly probes?: ReadonlyMap<string, Probe>;
  /** Names of the files in public/, which Next.js serves unchanged. */
  readonly files?: ReadonlySet<string>;
  /** Routes that accept a request body, and its maximum size; all others refuse one. */
  readonly bodies?: RouteBodyRules;
  readonly bodyPace?: MinimumBodySpeed;
  readonly connections?: Connections;
  /** Queues for requests; passed in by callers that need to wait until they are empty. */
  readonly crowd?: RequestQueues;
}

const busySeconds = 5;

/** Default for `pauseAfterStranger`: anonymous requests get a seventh of a processor, some 15 pages per second. */
const usualPause = { times: 20, mostMs: 300 } as const;

/** Bytes for request bodies: of signed-in users, and of others (250 bodies of a sign-in's maximum size). */
const roomForBodies = { known: 48 * 1024 * 1024, strangers: 16 * 1024 * 1024 } as const;

const timeouts = {
  /** Longer than load balancers keep idle connections, so that they never send on a connection being closed. */
  keepAliveTimeout: 75_000,
  headersTimeout: 15_000,
  /** Longer than the slowest permitted request body takes. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
} as const;

/** Maximum time without data on a connection, after which it is closed. Event streams send data far more often. */
const mostSilentMs = 45_000;

/**
 * The HTTP server in front of Next.js. It refuses invalid requests, enforces the body size limits of routes, queues
 * requests, and determines the client's address, for which Next.js would believe the client's headers.
 */
export function createFrontServer(
  next: NodeRequestHandler,
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
    return session === undefined ? { key: networkOfAddress(peer), isKnown: false } : { key: session, isKnown: true };
  };
  const refusals = new RejectionDelay(() => performance.now());
  const flooders = new FloodProtection(() => performance.now());
  const turnAway = (request: IncomingMessage, response: ServerResponse, error: ProblemError) => {
    metrics?.refused(error.rule);
    const waitMs = refusals.next(announcedBodySize(request) !== undefined);
    if (waitMs === 0) sendProblem(request, response, error);
    else {
      discardBody(request);
      // The client may have disconnected during the delay.
      setTimeout(() => response.closed || sendProblem(request, response, error), waitMs);
    }
  };
  /** Restores the request's trace span, since a queue starts requests in the async context of other ones. */
  const answerIn = (request: IncomingMessage, response: ServerResponse) => {
    const answerIt = (whole: IncomingMessage) =>
      runInLanguage(languageOfRequest(request.headers), () => next(whole, response));
    if (tracing === undefined) return answerIt;
    const span = requestSpan(tracing, { request, response, trustedHops });
    return (whole: IncomingMessage) => span.around(() => answerIt(whole));
  };
  /** Receives the body; its memory is freed when the response is closed. */
  const receive = async (request: IncomingMessage, response: ServerResponse, taken: number, { isKnown }: Caller) => {
    // Anonymous requests have bodies only for a sign-in, so larger ones are refused.
    const mostBytes = isKnown ? taken : Math.min(taken, defaultBodyLimits.bytes);
    if (!isKnown && (announcedBodySize(request)?.bytes ?? 0) > mostBytes) throw new ProblemError("not-signed-in");
    if (request.headers.expect !== undefined) response.writeContinue();
    const room = isKnown ? rooms.known : rooms.strangers;
    const { request: whole, body } = await receiveBody(request, { mostBytes, room, pace: bodyPace });
    if (response.closed) body.release();
    else response.once("close", body.release);
    return whole;
  };
  /** Delays requests of a user who was refused too often. Throws when too many of that user's requests are waiting. */
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
      const hasBody = announcedBodySize(request) !== undefined;
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
      // The client disconnected while its request was waiting.
      if (left.signal.aborted) return;
      await runInLanguage(languageOfRequest(request.headers), async () => {
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
    // Only proxy.ts may set this header, with the garden's name from the URL.
    delete request.headers[gardenHeader];
    request.headers[peerHeader] = callerOf(request, trustedHops);
    request.headers[acceptedEncodingHeader] = request.headers["accept-encoding"] ?? "identity";
    nameEncoding(response);
    void inTurn(request, response, { kind: isFile || target.path.startsWith("/api/") ? "answer" : "page", mostBytes });
  };
  const server = createServer({ ...timeouts }, handle);
  server.timeout = mostSilentMs;
  // A client that sends `Expect: 100-continue` is asked for the body only when it is about to be received.
  server.on("checkContinue", handle);
  server.on("connection", (socket) => {
    crowd.comes();
    connections.comes(socket);
  });
  // Almanac has no WebSockets. Node.js no longer manages the socket of an upgrade request, so it is closed here.
  server.on("upgrade", (_request, socket: Duplex) =>
    socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n", () => socket.destroy()),
  );
  return server;
}

/** How a request is queued: as a page that Next.js renders, or as an API route or file. */
interface Way {
  readonly kind: "page" | "answer";
  readonly mostBytes: number;
}

/** Internal request header with the client's address. */
const peerHeader = "x-almanac-peer";

/**
 * Removes headers and cookies that Next.js uses internally. With the draft-mode cookie, known to everyone who has the
 * build, a request would bypass proxy.ts and its content security policy.
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
  return findClientAddress({ socket: socket.remoteAddress, forwardedFor, trustedHops });
}

function measure(request: IncomingMessage, response: ServerResponse, metrics: Pick<Metrics, "served">): void {
  const startedAt = performance.now();
  const [pathname = ""] = (request.url ?? "").split("?", 1);
  response.once("close", () => {
    // The duration of an event stream says nothing about how fast the response was.
    if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
    const seconds = (performance.now() - startedAt) / 1000;
    const { statusCode: status } = response;
    const { garden, path } = parseGardenAddress(pathname);
    metrics.served({ method: request.method ?? "", route: routeLabel(path), status, seconds, garden });
  });
}

/** Renames Almanac's own encoding header to Content-Encoding, which Next.js would remove from route responses. */
function nameEncoding(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name.toLowerCase() === bodyEncodingHeader ? "content-encoding" : name, value);
}

/** Methods that Next.js handles; it answers 500 to others, such as TRACE. */
const methodsOfNext: ReadonlySet<string> = new Set(methods);

function refusalOf({ method = "" }: IncomingMessage, target: RequestTarget | undefined): ProblemError | undefined {
  if (!methodsOfNext.has(method))
    return new ProblemError("method-not-allowed", { detail: `${method} is not possible here.` });
  if (target === undefined) return new ProblemError("invalid-request", { detail: "The address is not readable." });
  return isOfNext(target) ? new ProblemError("not-found") : undefined;
}

/** Why a request body is refused because of its headers, before any of it is read. */
function bodyRefusalOf(request: IncomingMessage, mostBytes: number): ProblemError | undefined {
  const body = announcedBodySize(request);
  if (body === undefined || (mostBytes > 0 && body.bytes <= mostBytes)) return undefined;
  if (mostBytes > 0) return bodyTooLargeError(mostBytes);
  return new ProblemError("invalid-request", { detail: `No body is taken here with ${request.method}.` });
}

/** Whether a path is the error page of Next.js, which fails when it is requested directly. */
function isOfNext({ pathname }: RequestTarget): boolean {
  return /^\/+_global-error\b/.test(decodeURIComponent(pathname));
}
