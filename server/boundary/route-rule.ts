import "server-only";
import type { z } from "zod/mini";
import type { Session, SessionState } from "#server/identity/session.ts";
import { type BodyLimits, defaultBodyLimits, readJsonBody } from "./json-body.ts";
import { ProblemError } from "./problem.ts";
import type { LimitName } from "./rate-limit.ts";

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methods)[number];

/** Who can call a route. `link`: anyone who knows the URL's secret, such as a calendar program that cannot sign in. */
type AccessKind = "anyone" | "signed-in" | "link";

/** Decides who can call a route. */
export interface RouteAccess<Who extends Session | undefined> {
  readonly kind: AccessKind;
  /** @throws ProblemError when the caller is not allowed */
  admit(reading: SessionState): Who;
}

/**
 * The credential with which a route calls the garden's API server. `shared` is Almanac's own, which watches data for
 * all users; each response is filtered by access reviews of the requesting user.
 */
type GardenCredential = "none" | "user" | "shared" | "user and shared";

/**
 * The kind of data in a response; tests check that it contains no data of other tenants. `public`: visible before
 * sign-in. `self`: the caller. `garden`: readable by every authenticated user of the garden. `scope`: the projects that
 * the caller can list. `cluster`: the cluster in the URL, when the garden lets the caller read it.
 */
type Shows = "public" | "self" | "garden" | "scope" | "cluster";

/**
 * Effect of a request. `session` and `preview` change nothing in the garden; `write` does, and is refused in read-only
 * mode. `reveal` shows a credential. All but `read` and `preview` are written to the audit log, named by `audit`.
 */
type Consequence =
  | { readonly effect: "read" | "preview" }
  | { readonly effect: "session" | "reveal" | "write"; readonly audit: string };

/** Reads and validates a request body. */
export interface BodyReader<Body> {
  (request: Request): Promise<Body>;
  /** Maximum body size in bytes; 0 where no body is accepted. The front server enforces it. */
  readonly mostBytes: number;
}

/** Processor time budget to which work over many clusters is charged. */
export type WorkBudgetKind = "view" | "rules" | "export";

/**
 * Declares access, limits and effect of one HTTP method of a route. Each handler has its rule, from which the list of
 * all routes is made.
 */
export type RouteRule<Who extends Session | undefined = Session | undefined, Body = unknown> = Consequence & {
  readonly access: RouteAccess<Who>;
  /** Reads the request body: a JSON body with a schema, or none. */
  readonly body: BodyReader<Body>;
  readonly limit: LimitName;
  readonly garden: GardenCredential;
  readonly shows: Shows;
  /** What of a body the digest in the audit log is made from, for bodies with secrets; by default the whole body. */
  digested?(body: Body): unknown;
  /** Processor time budget for work over many clusters; `view` when absent. */
  readonly work?: WorkBudgetKind;
};

export const anonymousAccess: RouteAccess<Session | undefined> = { kind: "anyone", admit: sessionIfAny };

/** Access to routes that themselves check the secret in the URL. */
export const secretLinkAccess: RouteAccess<Session | undefined> = { kind: "link", admit: sessionIfAny };

export const signedInAccess: RouteAccess<Session> = {
  kind: "signed-in",
  admit(reading) {
    if (reading.kind === "active") return reading.session;
    throw new ProblemError(reading.kind === "none" ? "not-signed-in" : "session-expired");
  },
};

function sessionIfAny(reading: SessionState): Session | undefined {
  return reading.kind === "active" ? reading.session : undefined;
}

export const noRequestBody: BodyReader<undefined> = Object.assign(async () => undefined, { mostBytes: 0 });

/** A reader of JSON bodies. Pass `limits` only where legitimate bodies exceed the usual ones. */
export function jsonRequestBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  limits: BodyLimits = defaultBodyLimits,
): BodyReader<z.infer<Schema>> {
  const read = (request: Request) => readJsonBody(request, schema, limits);
  return Object.assign(read, { mostBytes: limits.bytes });
}
