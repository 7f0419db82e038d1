import "server-only";
import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Session } from "#server/identity/session.ts";

/** What a route adds to its audit line. Names and versions, never contents. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** What becomes known of a call on its way; it ends as one line, whatever comes of it. */
export interface AuditRecord {
  session?: Session | undefined;
  facts: AuditFacts;
}

export interface AuditedCall {
  /** What kind of act it is, such as `operation` or `sign-in`. */
  readonly audit: string;
  readonly request: Request;
  readonly record: AuditRecord;
  /** `accepted` or `done`, or the reason why not. */
  readonly result: string;
}

const pathLimit = 300;

/** One line per act: who, what, from where, with what result. It is written whatever the log's level is. */
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

/** The address of a feed is its secret: what follows its name is left out. */
function pathOf({ url }: Request): string | undefined {
  return URL.parse(url)
    ?.pathname.replace(/^((?:\/g\/[^/]+)?\/api\/feeds\/[^/.]*)\..*$/, "$1")
    .slice(0, pathLimit);
}

/** Names exactly what was confirmed, so that a line can be matched with what the person was shown. */
export function digestOf(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(body) ?? "")
    .digest("base64url");
}
