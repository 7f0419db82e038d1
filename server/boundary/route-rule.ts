import "server-only";
import type { z } from "zod/mini";
import type { Session, SessionReading } from "#server/identity/session.ts";
import { type BodyLimits, readJsonBody, usualBody } from "./json-body.ts";
import { ProblemError } from "./problem.ts";
import type { LimitName } from "./rate-limit.ts";

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methods)[number];

/** `link`: whoever holds the secret in the address, such as a calendar that cannot sign in. */
type AccessKind = "anyone" | "signed-in" | "link";

/** Who may call. */
export interface Access<Who extends Session | undefined> {
  readonly kind: AccessKind;
  /** Throws a ProblemError for whoever may not. */
  admit(reading: SessionReading): Who;
}

/**
 * Whose credential a call carries to the garden. `shared` is the dashboard's own: it fills what all users read, and each
 * answer is filtered by the access reviews of whoever asks.
 */
type GardenCredential = "none" | "user" | "shared" | "user and shared";

/**
 * What an answer may hold, and so which strings of other tenants must never be in it. `public`: what is told before
 * sign-in. `self`: the caller. `garden`: what every authenticated user of the garden may read. `scope`: the projects that
 * the caller may list. `cluster`: the one cluster in the address, when the garden lets the caller read it.
 */
type Shows = "public" | "self" | "garden" | "scope" | "cluster";

/**
 * What comes of a call. `session` and `preview` change nothing in the garden; `write` does, and is refused in read-only
 * mode. `reveal` shows a credential. What is more than to read or to try leaves an audit line, called by `audit`.
 */
type Consequence =
  | { readonly effect: "read" | "preview" }
  | { readonly effect: "session" | "reveal" | "write"; readonly audit: string };

/** Reads what a call brings with it. */
export interface BodyReader<Body> {
  (request: Request): Promise<Body>;
  /** Bytes; 0 where nothing is taken. The front door lets no more through than this. */
  readonly mostBytes: number;
}

/** What the processor time of going over many clusters is charged to. */
export type WorkKind = "view" | "rules" | "export";

/**
 * All that is promised of one method of one route. It stands where the handler is made and nowhere else: the handler
 * carries it, and whoever needs the list of all routes reads it from there.
 */
export type RouteRule<Who extends Session | undefined = Session | undefined, Body = unknown> = Consequence & {
  readonly access: Access<Who>;
  /** What is taken: `nothing` or `json(schema)`. */
  readonly body: BodyReader<Body>;
  readonly limit: LimitName;
  readonly garden: GardenCredential;
  readonly shows: Shows;
  /** What the processor time of going over many clusters is charged to, when not to what pages ask for. */
  readonly work?: WorkKind;
};

export const anyone: Access<Session | undefined> = { kind: "anyone", admit: sessionIfAny };

/** The route itself judges the secret in the address. */
export const secretLink: Access<Session | undefined> = { kind: "link", admit: sessionIfAny };

export const signedIn: Access<Session> = {
  kind: "signed-in",
  admit(reading) {
    if (reading.kind === "active") return reading.session;
    throw new ProblemError(reading.kind === "none" ? "not-signed-in" : "session-expired");
  },
};

function sessionIfAny(reading: SessionReading): Session | undefined {
  return reading.kind === "active" ? reading.session : undefined;
}

export const nothing: BodyReader<undefined> = Object.assign(async () => undefined, { mostBytes: 0 });

/** `limits` only where the usual ones are too small for what people may rightly send. */
export function json<Schema extends z.ZodMiniType>(
  schema: Schema,
  limits: BodyLimits = usualBody,
): BodyReader<z.infer<Schema>> {
  const read = (request: Request) => readJsonBody(request, schema, limits);
  return Object.assign(read, { mostBytes: limits.bytes });
}
