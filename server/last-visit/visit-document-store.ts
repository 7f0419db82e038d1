import "server-only";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import * as z from "zod/mini";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseStored } from "#lib/kube/stored-json.ts";
import type { Visit } from "#lib/last-visit/visit.ts";
import { type VisitSnapshot, VisitSnapshotReader, visitSnapshotLines } from "#lib/last-visit/visit-snapshot.ts";
import type { DocumentStore } from "#server/storage/document-store.ts";
import { type OwnKeeping, ownerKey, ownerLabel, ownTarget } from "#server/storage/own-keeping.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** A ConfigMap holds one mebibyte, and this is stored twice. */
export const maxPackedCharacters = 450_000;
/** Decompression limit, in case the data was written by someone else. */
const mostUnpacked = 16 * 1024 * 1024;

const visitSchema = z.object({
  owner: z.string(),
  sinceAt: z.exactOptional(z.int()),
  lookedAt: z.int(),
});

/** The stored visits of a user. */
export interface StoredVisit extends Visit {
  /** Packed fleet at the end of the previous visit; absent during the first visit. */
  readonly since?: string;
  /** Packed fleet as last seen. */
  readonly looked: string;
}

/** Storage of a user's visits; null before the first one. */
export function visitDocumentStore(
  keeping: OwnKeeping,
  owner: string,
  signal: AbortSignal,
): DocumentStore<StoredVisit | null> {
  return {
    client: keeping.client,
    target: ownTarget(keeping, "seen", owner),
    signal,
    read: (kept) => (kept === undefined ? null : storedVisitOf(kept, owner)),
    write(visit, before) {
      if (visit === null) return { data: {} };
      const { since, looked, ...times } = visit;
      return {
        labels: { "almanac.garden/seen": "own", [ownerLabel]: ownerKey(owner) },
        data: {
          visit: JSON.stringify({ owner, ...times }),
          // Unchanged data is not sent again.
          ...(since !== undefined && since !== before?.since && { since }),
          looked,
        },
      };
    },
  };
}

/** Undefined for data in an unknown format or of another user, which is then not overwritten. */
function storedVisitOf(kept: KubeObject, owner: string): StoredVisit | undefined {
  const [since, looked] = [textAt(kept, "data", "since"), textAt(kept, "data", "looked")];
  const read = visitSchema.safeParse(parseStored(textAt(kept, "data", "visit") ?? ""));
  if (looked === undefined || !read.success || read.data.owner !== owner) return undefined;
  const { owner: _, ...times } = read.data;
  if (times.sinceAt !== undefined && since === undefined) return undefined;
  return { ...times, looked, ...(since !== undefined && { since }) };
}

/** Packs each cluster's state, or only totals when that exceeds `most` characters. */
export async function packVisitSnapshot(
  rows: readonly FleetRow[],
  now: number,
  most = maxPackedCharacters,
): Promise<string> {
  const whole = await packed(visitSnapshotLines(rows, now));
  return whole.length <= most ? whole : packed(visitSnapshotLines(rows, now, false));
}

/** Compresses lines, yielding to other work in between. */
async function packed(lines: Iterable<string>): Promise<string> {
  const all: string[] = [];
  for (const line of lines) {
    all.push(line);
    await setImmediate();
  }
  const bytes = await compress(all.join("\n"), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return bytes.toString("base64");
}

/** Undefined for data that is not in this build's format. */
export async function unpackVisitSnapshot(text: string): Promise<VisitSnapshot | undefined> {
  const reader = new VisitSnapshotReader();
  try {
    const bytes = await decompress(Buffer.from(text, "base64"), { maxOutputLength: mostUnpacked });
    for (const line of bytes.toString("utf8").split("\n")) {
      reader.take(line);
      await setImmediate();
    }
    return reader.whole();
  } catch {
    return undefined;
  }
}
