import "server-only";
import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Session } from "#server/identity/session.ts";

/** Fields that a route adds to its audit log line: names and versions, never contents of objects. */
export type AuditFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Collects what the audit log line of a request contains; it is written at the end, even after a failure. */
export interface AuditRecord {
  session?: Session | undefined;
  facts: AuditFields;
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

/** Removes the secret part from the URL of a calendar feed. */
function pathOf({ url }: Request): string | undefined {
  return URL.parse(url)
    ?.pathname.replace(/^((?:\/g\/[^/]+)?\/api\/feeds\/[^/.]*)\..*$/, "$1")
    .slice(0, pathLimit);
}

/** Digest of the confirmed request body, which matches an audit line with the preview shown to the user. */
export function bodyDigestOf(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(body) ?? "")
    .digest("base64url");
}
