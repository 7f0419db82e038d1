import "server-only";
import { randomUUID } from "node:crypto";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** A list as it was when its first page was requested; later pages are served from it. */
interface ListSnapshot {
  /** The collection that was listed. */
  readonly place: string;
  readonly version: string;
  readonly objects: readonly KubeObject[];
}

const maxRetentionMs = 5 * 60_000;
const mostKept = 64;

export type PaginatedLists = ReturnType<typeof createPaginatedLists>;

/** Stores paginated lists in memory. A continue token refers to a list and a position in the list. */
export function createPaginatedLists(now: () => number) {
  const kept = new Map<string, { readonly snapshot: ListSnapshot; readonly at: number }>();

  function forgetOld(): void {
    const until = now() - maxRetentionMs;
    for (const [id, { at }] of kept) {
      if (at >= until && kept.size <= mostKept) return;
      kept.delete(id);
    }
  }

  /** The continue token for the next page. */
  const next = (id: string, readTo: number) =>
    Buffer.from(JSON.stringify({ v: "list", id, from: readTo })).toString("base64url");

  return {
    keep(snapshot: ListSnapshot, readTo: number): string {
      const id = randomUUID();
      kept.set(id, { snapshot, at: now() });
      forgetOld();
      return next(id, readTo);
    },
    /** Rest of a list for a continue token: undefined if dropped (410 Gone), null if the token is invalid (400). */
    resume(token: string) {
      const read = readToken(token);
      if (read === undefined) return null;
      forgetOld();
      const found = kept.get(read.id);
      return found === undefined ? undefined : { snapshot: found.snapshot, from: read.from, id: read.id };
    },
    next,
  };
}

function readToken(token: string): { readonly id: string; readonly from: number } | undefined {
  const value = parseJsonOrUndefined(Buffer.from(token, "base64url").toString("utf8"));
  const { id, from } = isRecord(value) ? value : {};
  if (typeof id !== "string" || typeof from !== "number" || !Number.isSafeInteger(from) || from < 0) return undefined;
  return { id, from };
}
