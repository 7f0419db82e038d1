import "server-only";
import type { z } from "zod/mini";
import type { Session, SessionState } from "#server/identity/session.ts";
import { type BodyLimits, readJsonBody, usualBody } from "./json-body.ts";
import { ProblemError } from "./problem.ts";
import type { LimitName } from "./rate-limit.ts";

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methods)[number];

/** `link`: the secret in the URL is the credential, as for a calendar program that cannot sign in. */
type AccessKind = "anyone" | "signed-in" | "link";

/** The rule that decides who can call a route. */
export interface Access<Who extends Session | undefined> {
  readonly kind: AccessKind;
  /** @throws ProblemError when the caller is not allowed */
  admit(reading: SessionState): Who;
}

/**
 * The credential that a call uses towards the garden. `shared` is the dashboard's own: it fills data that all users
 * read, and each answer is filtered by access reviews of the requesting user.
 */
type GardenCredential = "none" | "user" | "shared" | "user and shared";

/**
 * The kind of data in an answer; tests check that it never contains strings of other tenants. `public`: visible before
 * sign-in. `self`: the caller. `garden`: readable by every authenticated user of the garden. `scope`: the projects that
 * the caller can list. `cluster`: the cluster in the URL, when the garden lets the caller read it.
 */
type Shows = "public" | "self" | "garden" | "scope" | "cluster";

/**
 * Effect of a call. `session` and `preview` change nothing in the garden; `write` does, and is refused in read-only
 * mode. `reveal` shows a credential. All effects but `read` and `preview` leave an audit line named `audit`.
 */
type Consequence =
  | { readonly effect: "read" | "preview" }
  | { readonly effect: "session" | "reveal" | "write"; readonly audit: string };

/** Reads and validates a request body. */
export interface BodyReader<Body> {
  (request: Request): Promise<Body>;
  /** In bytes; 0 where no body is accepted. The front door enforces it. */
  readonly mostBytes: number;
}

/** Budget to which the processor time of iterating over many clusters is charged. */
export type WorkKind = "view" | "rules" | "export";

/**
 * The declared properties of one method of one route. Defined only where the handler is made; the list of all routes is
 * read from the handlers.
 */
export type RouteRule<Who extends Session | undefined = Session | undefined, Body = unknown> = Consequence & {
  readonly access: Access<Who>;
  /** Accepted body: `nothing` or `json(schema)`. */
  readonly body: BodyReader<Body>;
  readonly limit: LimitName;
  readonly garden: GardenCredential;
  readonly shows: Shows;
  /** Budget for the processor time of iterating over many clusters; `view` when absent. */
  readonly work?: WorkKind;
};

export const anyone: Access<Session | undefined> = { kind: "anyone", admit: sessionIfAny };

/** The route itself checks the secret in the URL. */
export const secretLink: Access<Session | undefined> = { kind: "link", admit: sessionIfAny };

export const signedInAccess: Access<Session> = {
  kind: "signed-in",
  admit(reading) {
    if (reading.kind === "active") return reading.session;
    throw new ProblemError(reading.kind === "none" ? "not-signed-in" : "session-expired");
  },
};

function sessionIfAny(reading: SessionState): Session | undefined {
  return reading.kind === "active" ? reading.session : undefined;
}

export const nothing: BodyReader<undefined> = Object.assign(async () => undefined, { mostBytes: 0 });

/** A reader of JSON bodies. Pass `limits` only where legitimate bodies exceed the usual ones. */
export function json<Schema extends z.ZodMiniType>(
  schema: Schema,
  limits: BodyLimits = usualBody,
): BodyReader<z.infer<Schema>> {
  const read = (request: Request) => readJsonBody(request, schema, limits);
  return Object.assign(read, { mostBytes: limits.bytes });
}
