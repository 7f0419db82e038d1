import "server-only";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import * as z from "zod/mini";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseStoredJson } from "#lib/kube/stored-json.ts";
import type { Visit } from "#lib/last-visit/visit.ts";
import { type VisitSnapshot, VisitSnapshotReader, visitSnapshotLines } from "#lib/last-visit/visit-snapshot.ts";
import type { DocumentStore } from "#server/storage/document-store.ts";
import {
  hashOwnerName,
  ownerLabel,
  type PersonalDataStorage,
  personalConfigMapTarget,
} from "#server/storage/own-keeping.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Maximum length of one compressed cluster list: a ConfigMap can store one mebibyte, and contains two of them. */
export const maxPackedCharacters = 450_000;
/** Decompression limit, in case the data was written by someone else. */
const mostUnpacked = 16 * 1024 * 1024;

const visitSchema = z.object({
  owner: z.string(),
  sinceAt: z.exactOptional(z.int()),
  lookedAt: z.int(),
});

/** The stored visits of a user, with compressed cluster lists. */
export interface StoredVisit extends Visit {
  /** Cluster list at the end of the previous visit, compressed; absent during the first visit. */
  readonly since?: string;
  /** Cluster list as the user last saw it, compressed. */
  readonly looked: string;
}

/** Where the visits of a user are stored; the content is null before the first visit. */
export function visitDocumentStore(
  keeping: PersonalDataStorage,
  owner: string,
  signal: AbortSignal,
): DocumentStore<StoredVisit | null> {
  return {
    client: keeping.client,
    target: personalConfigMapTarget(keeping, "seen", owner),
    signal,
    read: (kept) => (kept === undefined ? null : storedVisitOf(kept, owner)),
    write(visit, before) {
      if (visit === null) return { data: {} };
      const { since, looked, ...times } = visit;
      return {
        labels: { "almanac.garden/seen": "own", [ownerLabel]: hashOwnerName(owner) },
        data: {
          visit: JSON.stringify({ owner, ...times }),
          // The list of the previous visit is sent only when it changes.
          ...(since !== undefined && since !== before?.since && { since }),
          looked,
        },
      };
    },
  };
}

/** Parses a user's stored visits; undefined for an unknown format or another user's data, which is not overwritten. */
function storedVisitOf(kept: KubeObject, owner: string): StoredVisit | undefined {
  const [since, looked] = [stringAt(kept, "data", "since"), stringAt(kept, "data", "looked")];
  const read = visitSchema.safeParse(parseStoredJson(stringAt(kept, "data", "visit") ?? ""));
  if (looked === undefined || !read.success || read.data.owner !== owner) return undefined;
  const { owner: _, ...times } = read.data;
  if (times.sinceAt !== undefined && since === undefined) return undefined;
  return { ...times, looked, ...(since !== undefined && { since }) };
}

/** Compresses the state of each cluster, or only totals when the result would exceed `most` characters. */
export async function packVisitSnapshot(
  rows: readonly FleetRow[],
  now: number,
  most = maxPackedCharacters,
): Promise<string> {
  const whole = await packed(visitSnapshotLines(rows, now));
  return whole.length <= most ? whole : packed(visitSnapshotLines(rows, now, false));
}

/** Compresses lines to base64 text, and yields to other work in between. */
async function packed(lines: Iterable<string>): Promise<string> {
  const all: string[] = [];
  for (const line of lines) {
    all.push(line);
    await setImmediate();
  }
  const bytes = await compress(all.join("\n"), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return bytes.toString("base64");
}

/** Decompresses a stored cluster list; undefined when the format is unknown. */
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
