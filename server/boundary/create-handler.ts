import "server-only";
import type { Logger } from "pino";
import type { z } from "zod/mini";
import { isRenewable, type Session, type SessionReading } from "../identity/session.ts";
import { type CookieJar, clearSessionCookies } from "../identity/session-cookie.ts";
import { type AuditFacts, type AuditRecord, digestOf, writeAudit } from "./audit.ts";
import { networkOf } from "./client-address.ts";
import { readJsonBody } from "./json-body.ts";
import { judgeOrigin, type OriginRefusal } from "./origin-gate.ts";
import { ProblemError, problemResponse, toProblem } from "./problem.ts";
import { problemOf } from "./problem-of.ts";
import type { LimitName, RateLimits } from "./rate-limit.ts";
import type { Effect } from "./route-inventory.ts";
import { type RawParams, type RouteParam, readParam } from "./route-params.ts";

/** What the boundary needs of the application. */
export interface Boundary {
  readonly log: Logger;
  readonly publicOrigin: string | undefined;
  readonly limits: RateLimits;
  readonly jar: CookieJar;
  /** Nothing may be written to the garden. */
  readonly readOnly: boolean;
  /** Absent when nobody scrapes. */
  readonly metrics?: { act(audit: string, result: string): void } | undefined;
  readSession(cookieHeader: string | null): Promise<SessionReading>;
  newRequestId(): string;
}

/** One validated call of a route. */
export interface Call<App, Who, Body> {
  readonly app: App;
  readonly request: Request;
  /** Whoever `access` let through. */
  readonly session: Who;
  readonly body: Body;
  readonly requestId: string;
  readonly log: Logger;
  /** Fires when the browser goes away. */
  readonly signal: AbortSignal;
  /** A validated segment of the path. */
  param(name: RouteParam): string;
  /** Adds to the audit line that this call leaves. */
  note(facts: AuditFacts): void;
}

export interface RouteRule<Who, Body> {
  /** Who may call: `anyone` or `signedIn`. */
  readonly access: (reading: SessionReading) => Who;
  /** What is taken: `nothing` or `json(schema)`. */
  readonly body: (request: Request) => Promise<Body>;
  readonly limit: LimitName;
  /**
   * What comes of it: a `write` leaves an audit line and is refused in read-only mode, a `reveal` only leaves a line. What
   * is not GET or HEAD counts as a write unless the rule says otherwise.
   */
  readonly effect?: Effect;
  /** How the audit line calls it; `write` when nothing is said. */
  readonly audit?: string;
}

export function anyone(reading: SessionReading): Session | undefined {
  return reading.kind === "active" ? reading.session : undefined;
}

export function signedIn(reading: SessionReading): Session {
  if (reading.kind === "active") return reading.session;
  throw new ProblemError(reading.kind === "none" ? "not-signed-in" : "session-expired");
}

export async function nothing(): Promise<undefined> {
  return undefined;
}

/** `limitBytes` only where the ordinary limit is too small for what people may rightly send. */
export function json<Schema extends z.ZodMiniType>(
  schema: Schema,
  limitBytes?: number,
): (request: Request) => Promise<z.infer<Schema>> {
  return (request) => readJsonBody(request, schema, limitBytes);
}

export type RouteHandler = (request: Request, context?: { readonly params: Promise<RawParams> }) => Promise<Response>;

const originDetails: Readonly<Record<OriginRefusal, string>> = {
  "cross-site": "The browser says that the request was made by another site.",
  origin: "The Origin header does not name this Almanac; PUBLIC_ORIGIN says where it is served.",
  "origin-missing": "A request that changes something must say where it comes from.",
  "header-missing": "A request that changes something must carry the header x-almanac: 1.",
  host: "Almanac listens on loopback only and was addressed by another name.",
};

/**
 * Makes the function that makes every route: authenticate, check the origin, limit, validate, run, and answer any
 * failure as problem+json. `provide` gives the application.
 */
export function createHandler<App extends Boundary>(provide: () => Promise<App>) {
  return function handler<Who extends Session | undefined, Body>(
    rule: RouteRule<Who, Body>,
    run: (call: Call<App, Who, Body>) => Promise<Response> | Response,
  ): RouteHandler {
    return async (request, context) => {
      const app = await provide();
      const requestId = app.newRequestId();
      const log = app.log.child({ requestId });
      const effect = rule.effect ?? (isReading(request) ? "read" : "write");
      const record: AuditRecord = { facts: {} };
      const audit = (result: string) => {
        if (effect === "read" || effect === "preview") return;
        app.metrics?.act(rule.audit ?? effect, result);
        writeAudit(log, { audit: rule.audit ?? effect, request, record, result });
      };
      let reading: SessionReading = { kind: "none" };
      try {
        const decision = judgeOrigin(request, app.publicOrigin);
        if (!decision.allowed) throw new ProblemError("origin-refused", { detail: originDetails[decision.reason] });
        reading = await app.readSession(request.headers.get("cookie"));
        const session = rule.access(reading);
        record.session = session;
        if (effect === "write" && app.readOnly) throw new ProblemError("read-only");
        const caller = callerOf(request, session);
        spend(app.limits, rule.limit, caller);
        const body = await rule.body(request);
        const note = (facts: AuditFacts) => {
          record.facts = { ...record.facts, ...facts };
        };
        if (effect === "write") note({ preview: digestOf(body) });
        const params = (await context?.params) ?? {};
        const param = (name: RouteParam) => readParam(params, name);
        const call = { app, request, session, body, requestId, log, signal: request.signal, param, note };
        const response = await run(call);
        audit(response.status === 202 ? "accepted" : "done");
        if (rule.limit === "sign-in") app.limits.giveBack("sign-in", caller);
        return finish(response, app, requestId);
      } catch (error) {
        audit(problemOf(error)?.reason ?? "internal");
        return finish(answerTo(error, { app, log, requestId, reading }), app, requestId);
      }
    };
  };
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

interface Failing {
  readonly app: Boundary;
  readonly log: Logger;
  readonly requestId: string;
  readonly reading: SessionReading;
}

function answerTo(error: unknown, { app, log, requestId, reading }: Failing): Response {
  const problem = problemOf(error);
  if (problem === undefined) log.error({ err: error }, "a request failed inside Almanac");
  else log.debug({ reason: problem.reason }, "a request was refused");
  const response = problemResponse(toProblem(problem ?? new ProblemError("internal"), requestId));
  // A cookie that can still renew its session is not taken away: the browser will try that first.
  if (problem?.reason === "session-expired" && !isRenewable(reading)) {
    for (const cookie of clearSessionCookies(app.jar)) response.headers.append("set-cookie", cookie);
  }
  return response;
}

/** The session, or before there is one the network that our own server saw: never one that the client claims. */
function callerOf(request: Request, session: Session | undefined): string {
  return session?.id ?? networkOf(request.headers.get("x-almanac-peer") ?? "unknown");
}

function spend(limits: RateLimits, name: LimitName, caller: string): void {
  const retryAfterSeconds = limits.take(name, caller);
  if (retryAfterSeconds > 0) throw new ProblemError("too-many-requests", { retryAfterSeconds });
}

function finish(response: Response, app: Boundary, requestId: string): Response {
  const { headers } = response;
  headers.set("x-request-id", requestId);
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  if (app.publicOrigin?.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
  return response;
}
