import "server-only";
import { randomUUID } from "node:crypto";
import type { KubeObject } from "#lib/kube/object.ts";
import { parsedJson } from "#lib/kube/parsed-json.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** A paginated list, as of the request for its first page. */
interface ListSnapshot {
  /** The collection of the list. */
  readonly place: string;
  readonly version: string;
  readonly objects: readonly KubeObject[];
}

const maxRetentionMs = 5 * 60_000;
const mostKept = 64;

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Keeps paginated lists in memory; a continue token names a list and the position in it. */
export function createSnapshots(now: () => number) {
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
    /** The rest of a list: undefined if it has been dropped (410), null if the token is invalid (400). */
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
  const value = parsedJson(Buffer.from(token, "base64url").toString("utf8"));
  const { id, from } = isRecord(value) ? value : {};
  if (typeof id !== "string" || typeof from !== "number" || !Number.isSafeInteger(from) || from < 0) return undefined;
  return { id, from };
}
