import "server-only";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { text } from "#lib/language/text.ts";
import { readGardenAddress } from "#lib/text/garden-address.ts";
import { clientAddress, networkOf } from "../boundary/client-address.ts";
import { acceptedEncodingHeader, bodyEncodingHeader } from "../boundary/compressed.ts";
import { ProblemError, toProblem } from "../boundary/problem.ts";
import { gardenHeader } from "../garden/garden-header.ts";
import { languageOf, speakIn } from "../language/speak.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { BuildFiles } from "./build-files.ts";
import { Crowd } from "./door/crowd.ts";
import { type Caller, QueueFull } from "./door/fair-turns.ts";
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
  /** Names the session that a cookie holds; undefined when it holds none that is good. */
  readonly sessionOf?: (cookieHeader: string) => Promise<string | undefined>;
  /** What is answered without Next. */
  readonly buildFiles?: Pick<BuildFiles, "answer">;
  /** Names of the files in public/, which Next serves as they are. */
  readonly files?: ReadonlySet<string>;
  /** Kept by whoever wants to know how many are at the door. */
  readonly crowd?: Crowd;
}

const busySeconds = 5;

/**
 * The HTTP server in front of Next: it refuses what is no request for us before anything interprets it, and notes who is
 * calling, since Next would believe what the client says.
 */
export function createFrontDoor(
  next: NodeHandler,
  {
    metrics,
    tracing,
    trustedHops = 0,
    renderPatienceMs = 250,
    answerPatienceMs = 20,
    sessionOf,
    buildFiles,
    files = new Set(),
    crowd = new Crowd(),
  }: FrontDoorOptions = {},
): Server {
  const pages = { turns: crowd.pages, patienceMs: renderPatienceMs };
  const answers = { turns: crowd.answers, patienceMs: answerPatienceMs };
  const whoAsks = async (cookie: string | undefined, peer: string): Promise<Caller> => {
    const session = cookie === undefined ? undefined : await sessionOf?.(cookie);
    return session === undefined ? { key: networkOf(peer), isKnown: false } : { key: session, isKnown: true };
  };
  const refuse = (response: ServerResponse, error: ProblemError) => {
    metrics?.refused(error.rule);
    answer(response, error);
  };
  /** Whoever lets this one have its turn is another request: so what it does is put below its own span here. */
  const answerIn = (request: IncomingMessage, response: ServerResponse) => {
    const answerIt = () => speakIn(languageOf(request.headers), () => next(request, response));
    if (tracing === undefined) return answerIt;
    const span = requestSpan(tracing, { request, response, trustedHops });
    return () => span.around(answerIt);
  };
  const inTurn = async (request: IncomingMessage, response: ServerResponse, peer: string, kind: typeof pages) => {
    const answerIt = answerIn(request, response);
    const left = new AbortController();
    response.once("close", () => left.abort());
    try {
      const caller = await whoAsks(request.headers.cookie, peer);
      const patience = () => pause(kind.patienceMs, undefined, { ref: false });
      const work = async () => {
        await Promise.race([answerIt(), patience()]);
        await crowd.takenIn();
      };
      await kind.turns.run(caller, work, left.signal);
    } catch (error) {
      // Whoever left while waiting needs no answer.
      if (left.signal.aborted) return;
      if (!(error instanceof QueueFull)) throw error;
      await speakIn(languageOf(request.headers), async () => {
        const detail = text("More is asked for at once than can be answered. Try again in a moment.");
        const facts = { detail, retryAfterSeconds: busySeconds };
        refuse(response, new ProblemError("not-ready", facts, { rule: "queue" }));
      });
    }
  };
  const server = createServer((request, response) => {
    if (metrics !== undefined) measure(request, response, metrics);
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    if (buildFiles?.answer(request, response)) return;
    for (const name of Object.keys(request.headers)) {
      // Next uses these between its own parts; from outside they are an attempt at something.
      if (name.startsWith("x-middleware-")) delete request.headers[name];
    }
    // Which garden an address names is for proxy.ts to say.
    delete request.headers[gardenHeader];
    const peer = callerOf(request, trustedHops);
    request.headers["x-almanac-peer"] = peer;
    request.headers[acceptedEncodingHeader] = request.headers["accept-encoding"] ?? "identity";
    nameEncoding(response);
    const kind = kindOf(request, files);
    if (kind === "other") void next(request, response);
    else void inTurn(request, response, peer, kind === "page" ? pages : answers);
  });
  server.on("connection", () => crowd.comes());
  // Longer than any load balancer keeps an idle connection, so that it never sends into one that is closing.
  server.keepAliveTimeout = 75_000;
  // Almanac has no WebSockets, and an upgrade must not reach anything that would proxy it.
  server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n"));
  return server;
}

/** A page is what Next renders, be it to say that there is nothing. Other is what costs next to nothing: files, probes. */
function kindOf({ url = "" }: IncomingMessage, files: ReadonlySet<string>): "page" | "answer" | "other" {
  const [pathname = ""] = url.split("?", 1);
  if (readGardenAddress(pathname).path.startsWith("/api/")) return "answer";
  return /^\/(_next\/static\/|livez|readyz)/.test(url) || files.has(pathname.slice(1)) ? "other" : "page";
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
const methodsOfNext: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function refusalOf({ method = "", url }: IncomingMessage): ProblemError | undefined {
  if (!methodsOfNext.has(method))
    return new ProblemError("method-not-allowed", { detail: `${method} is not possible here.` });
  if (!isPlainTarget(url)) return new ProblemError("invalid-request", { detail: "The address is not readable." });
  return isOfNext(url) ? new ProblemError("not-found") : undefined;
}

/** What Next shows when a page fails is a page to it, which fails when somebody asks for it. */
function isOfNext(target: string | undefined): boolean {
  return /^\/+_global-error\b/.test(decodeURIComponent(target?.split("?", 1)[0] ?? ""));
}

/** A path that can be decoded. Absolute targets are for proxies, which this is not. */
function isPlainTarget(target: string | undefined): boolean {
  if (target === undefined || !target.startsWith("/")) return false;
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function answer(response: ServerResponse, error: ProblemError): void {
  const problem = toProblem(error, randomUUID());
  response.writeHead(problem.status, {
    "content-type": "application/problem+json",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-request-id": problem.requestId,
    ...(problem.retryAfterSeconds === undefined ? {} : { "retry-after": String(problem.retryAfterSeconds) }),
    ...(problem.status === 405 ? { allow: [...methodsOfNext].join(", ") } : {}),
  });
  response.end(JSON.stringify(problem));
}
