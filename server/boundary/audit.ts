import "server-only";
import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Session } from "#server/identity/session.ts";

/** Fields that a route adds to its audit line. Names and versions, never contents. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** Collects the audit data of a call; written as one line at its end, even after a failure. */
export interface AuditRecord {
  session?: Session | undefined;
  facts: AuditFacts;
}

export interface AuditedCall {
  /** Kind of action, such as `operation` or `sign-in`. */
  readonly audit: string;
  readonly request: Request;
  readonly record: AuditRecord;
  /** `accepted`, `done`, or the reason of the failure. */
  readonly result: string;
}

const pathLimit = 300;

/** Writes one audit line per action: who, what, from where, with what result. Written at every log level. */
export function writeAudit(log: Logger, { audit, request, record, result }: AuditedCall): void {
  const { session, facts } = record;
  log.child({}, { level: "info" }).info(
    {
      audit,
      ...(session === undefined ? {} : { user: session.user.name, session: session.id }),
      peer: request.headers.get("x-almanac-peer") ?? undefined,
      path: pathOf(request),
      ...facts,
      result,
    },
    "audit",
  );
}

/** The URL of a feed is a secret: everything after the feed's name is removed. */
function pathOf({ url }: Request): string | undefined {
  return URL.parse(url)
    ?.pathname.replace(/^((?:\/g\/[^/]+)?\/api\/feeds\/[^/.]*)\..*$/, "$1")
    .slice(0, pathLimit);
}

/** A digest of the confirmed body, so that an audit line can be matched with what the user was shown. */
export function bodyDigestOf(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(body) ?? "")
    .digest("base64url");
}
