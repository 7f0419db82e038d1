import "server-only";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { type Message, message, text } from "#lib/language/text.ts";
import { isRenewable, type Session, type SessionState } from "#server/identity/session.ts";
import { type CookieJar, clearSessionCookies } from "#server/identity/session-cookie.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import { type AuditFields, type AuditRecord, bodyDigestOf, writeAudit } from "./audit.ts";
import { networkOfAddress } from "./find-client-address.ts";
import { type OriginRejection, validateOrigin } from "./origin-gate.ts";
import { ProblemError, problemResponse, toProblem } from "./problem.ts";
import type { LimitName, RateLimits } from "./rate-limit.ts";
import { type RawParams, type RouteParam, readParam } from "./route-params.ts";
import type { RouteRule, WorkBudgetKind } from "./route-rule.ts";
import { toProblemError } from "./to-problem-error.ts";

/** Services that every route handler needs before it runs a route. */
export interface RouteServices {
  readonly log: Logger;
  readonly publicOrigin: string | undefined;
  readonly limits: RateLimits;
  readonly jar: CookieJar;
  /** Whether all writes to the garden are refused. */
  readonly readOnly: boolean;
  /** Absent when no metrics port is configured. */
  readonly metrics?: { act(audit: string, result: string): void; refused(rule: string): void } | undefined;
  /** Absent when traces are not collected. */
  readonly tracing?: Tracing | undefined;
  readSession(cookieHeader: string | null): Promise<SessionState>;
  /** Whether it is known which sessions have been ended elsewhere; absent where that is not possible. */
  readonly knowsEndedSessions?: (() => boolean) | undefined;
  newRequestId(): string;
  /** Key of a user in rate limits and processor time budgets, shared by all sessions of that user. */
  personOf(userName: string): string;
  /** Runs `work` and charges its processor time to a user. `givenUp` aborts when the client has disconnected. */
  charged<Done>(
    person: string,
    kind: WorkBudgetKind,
    work: () => Promise<Done> | Done,
    givenUp?: AbortSignal,
  ): Promise<Done>;
}

/** One request to a route, with validated input. */
export interface RouteCall<App, Who, Body> {
  readonly app: App;
  readonly request: Request;
  /** The session that the route's access rule accepted. */
  readonly session: Who;
  readonly body: Body;
  readonly requestId: string;
  readonly log: Logger;
  /** Aborts when the browser disconnects. */
  readonly signal: AbortSignal;
  /** A validated dynamic segment of the URL's path. */
  param(name: RouteParam): string;
  /** Adds fields to the audit log line of this request. */
  note(facts: AuditFields): void;
}

/** Effects for which a session must not have been ended elsewhere; reads go on with what was last known. */
const actsFor: ReadonlySet<string> = new Set(["write", "reveal"]);

/** The function that Next.js calls for one HTTP method of a route. */
export type RouteFunction = (request: Request, context?: { readonly params: Promise<RawParams> }) => Promise<Response>;

/** A route function with its rule attached, from which the list of all routes is made. */
export type RouteHandler = RouteFunction & { readonly rule: RouteRule };

const originDetails: Readonly<Record<OriginRejection, Message>> = {
  "cross-site": message("The browser says that the request was made by another site."),
  origin: message("The Origin header does not name this Almanac; PUBLIC_ORIGIN says where it is served."),
  "origin-missing": message("A request that changes something must say where it comes from."),
  "header-missing": message("A request that changes something must carry the header x-almanac: 1."),
  host: message("Almanac listens on loopback only and was addressed by another name."),
};

/**
 * Returns a function that creates route handlers, which authenticate, check origin and rate limits, validate, run, and
 * answer failures as problem+json. `provide` returns a request's application, or throws a ProblemError.
 */
export function createHandler<App extends RouteServices>(provide: (request: Request) => Promise<App>) {
  return function handler<Who extends Session | undefined, Body>(
    rule: RouteRule<Who, Body>,
    run: (call: RouteCall<App, Who, Body>) => Promise<Response> | Response,
  ): RouteHandler {
    const { access, effect, limit } = rule;
    const name = "audit" in rule ? rule.audit : undefined;
    const handle: RouteFunction = async (request, context) => {
      let app: App;
      try {
        app = await provide(request);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const requestId = randomUUID();
        return finish(problemResponse(toProblem(error, requestId)), undefined, requestId);
      }
      const requestId = app.newRequestId();
      const log = app.log.child({ requestId });
      const record: AuditRecord = { facts: {} };
      const audit = (result: string) => {
        if (name === undefined) return;
        app.metrics?.act(name, result);
        writeAudit(log, { audit: name, request, record, result });
      };
      let reading: SessionState = { kind: "none" };
      try {
        const decision = validateOrigin(request, app.publicOrigin);
        if (!decision.allowed) {
          const { reason } = decision;
          throw new ProblemError(
            "origin-refused",
            { detail: text(originDetails[reason]) },
            { rule: `origin-${reason}` },
          );
        }
        reading = await app.readSession(request.headers.get("cookie"));
        const session = access.admit(reading);
        record.session = session;
        if (effect === "write" && app.readOnly) throw new ProblemError("read-only");
        if (session && actsFor.has(effect) && app.knowsEndedSessions?.() === false) {
          const detail = text("Whether your session has been ended elsewhere is not known yet.");
          throw new ProblemError("not-ready", { detail, retryAfterSeconds: 2 });
        }
        const person = session && app.personOf(session.user.name);
        const caller = person ?? addressOf(request);
        spend(app.limits, limit, caller);
        const body = await rule.body(request);
        const note = (facts: AuditFields) => {
          record.facts = { ...record.facts, ...facts };
        };
        if (effect === "write")
          note({ preview: bodyDigestOf(rule.digested === undefined ? body : rule.digested(body)) });
        const params = (await context?.params) ?? {};
        const param = (name: RouteParam) => readParam(params, name);
        const call = { app, request, session, body, requestId, log, signal: request.signal, param, note };
        const work = () => asUseCase({ tracing: app.tracing, rule, requestId }, () => run(call));
        const response = await (person === undefined
          ? work()
          : app.charged(person, rule.work ?? "view", work, request.signal));
        audit(response.status === 202 ? "accepted" : "done");
        if (limit === "sign-in") app.limits.giveBack("sign-in", caller);
        return finish(response, app.publicOrigin, requestId);
      } catch (error) {
        if (error instanceof ProblemError) app.metrics?.refused(error.rule);
        audit(toProblemError(error)?.reason ?? "internal");
        const failing = { app, log, requestId, reading, hasLeft: request.signal.aborted };
        return finish(answerTo(error, failing), app.publicOrigin, requestId);
      }
    };
    return Object.assign(handle, { rule });
  };
}

/** Runs a route in a trace span that is named after its effect: `read`, `write operation`. */
async function asUseCase(
  {
    tracing,
    rule,
    requestId,
  }: Pick<RouteServices, "tracing"> & { readonly rule: RouteRule; readonly requestId: string },
  work: () => Promise<Response> | Response,
): Promise<Response> {
  if (tracing === undefined) return work();
  const { effect, garden: credential } = rule;
  const facts = { "almanac.request_id": requestId, "almanac.credential": credential };
  const span = tracing.begin("audit" in rule ? `${effect} ${rule.audit}` : effect, { facts });
  try {
    const response = await span.around(work);
    span.note({ "http.response.status_code": response.status });
    return response;
  } catch (error) {
    span.fail(toProblemError(error)?.reason ?? "internal");
    throw error;
  } finally {
    span.end();
  }
}

interface Failing {
  readonly app: RouteServices;
  readonly log: Logger;
  readonly requestId: string;
  readonly reading: SessionState;
  /** Whether the browser disconnected; failures caused by that are not logged as errors. */
  readonly hasLeft: boolean;
}

function answerTo(error: unknown, { app, log, requestId, reading, hasLeft }: Failing): Response {
  const problem = toProblemError(error);
  if (problem === undefined && hasLeft) log.debug({ err: error }, "a request broke off");
  else if (problem === undefined) log.error({ err: error }, "a request failed inside Almanac");
  else log.debug({ reason: problem.reason }, "a request was refused");
  const response = problemResponse(toProblem(problem ?? new ProblemError("internal"), requestId));
  // A cookie whose session can still be renewed is not deleted: the browser tries to renew it first.
  if (problem?.reason === "session-expired" && !isRenewable(reading)) {
    for (const cookie of clearSessionCookies(app.jar)) response.headers.append("set-cookie", cookie);
  }
  return response;
}

/** Rate limit key of anonymous requests: the network of the connection's address, never one that the client claims. */
function addressOf(request: Request): string {
  return networkOfAddress(request.headers.get("x-almanac-peer") ?? "unknown");
}

function spend(limits: RateLimits, name: LimitName, caller: string): void {
  const retryAfterSeconds = limits.take(name, caller);
  if (retryAfterSeconds > 0)
    throw new ProblemError("too-many-requests", { retryAfterSeconds }, { rule: `limit-${name}` });
}

function finish(response: Response, publicOrigin: string | undefined, requestId: string): Response {
  const { headers } = response;
  headers.set("x-request-id", requestId);
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  if (publicOrigin?.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000");
  return response;
}
