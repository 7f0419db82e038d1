import "server-only";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import * as z from "zod/mini";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { parseStored } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type SeenFleet, SeenReader, seenLines } from "#lib/last-visit/seen-fleet.ts";
import type { Visit } from "#lib/last-visit/visit.ts";
import type { ConfigMap } from "#server/storage/change-config-map.ts";
import { type OwnKeeping, ownerKey, ownerLabel } from "#server/storage/own-keeping.ts";

/** On what somebody saw. */
const seenLabel = "almanac.garden/seen";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** A ConfigMap holds a mebibyte, and this twice. */
export const mostPacked = 450_000;
/** Of what somebody wrote there who is not Almanac, no more is unpacked than this. */
const mostUnpacked = 16 * 1024 * 1024;

const visitSchema = z.object({
  owner: z.string(),
  sinceAt: z.exactOptional(z.int()),
  lookedAt: z.int(),
});

export function visitTarget({ namespace }: OwnKeeping, owner: string): ObjectTarget {
  return { resource: configMaps, namespace, name: `almanac-seen-${ownerKey(owner)}` };
}

/** What is kept of somebody's visits. */
export interface StoredVisit extends Visit {
  /** The fleet at the end of the visit before, packed; absent during the first visit. */
  readonly since?: string;
  /** The fleet as it was seen last, packed. */
  readonly looked: string;
}

/** Undefined for what this build does not know as the visits of that person: it is not written over. */
export function storedVisitOf(kept: KubeObject, owner: string): StoredVisit | undefined {
  const data = "data" in kept && isRecord(kept.data) ? kept.data : {};
  const { visit, since, looked } = data;
  if (typeof visit !== "string" || typeof looked !== "string") return undefined;
  const read = visitSchema.safeParse(parseStored(visit));
  if (!read.success || read.data.owner !== owner) return undefined;
  const { owner: _, ...times } = read.data;
  if (times.sinceAt !== undefined && typeof since !== "string") return undefined;
  return { ...times, looked, ...(typeof since === "string" && { since }) };
}

/** Of an object that is there, what is not named stays as it is. */
export function visitObject(
  { name, namespace = "" }: ObjectTarget,
  owner: string,
  { since, looked, ...times }: Partial<Pick<StoredVisit, "since" | "looked">> & Visit,
): ConfigMap {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, labels: { [seenLabel]: "own", [ownerLabel]: ownerKey(owner) } },
    data: {
      visit: JSON.stringify({ owner, ...times }),
      ...(since !== undefined && { since }),
      ...(looked !== undefined && { looked }),
    },
  };
}

/** Each cluster, or only how many are how where that is more than a person may keep. */
export async function packSeen(
  rows: readonly FleetRow[],
  now: number,
  { yieldToLoop, most = mostPacked }: { readonly yieldToLoop: () => Promise<void>; readonly most?: number },
): Promise<string> {
  const whole = await packed(seenLines(rows, now), yieldToLoop);
  return whole.length <= most ? whole : packed(seenLines(rows, now, false), yieldToLoop);
}

async function packed(lines: Iterable<string>, yieldToLoop: () => Promise<void>): Promise<string> {
  const all: string[] = [];
  for (const line of lines) {
    all.push(line);
    await yieldToLoop();
  }
  const bytes = await compress(all.join("\n"), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return bytes.toString("base64");
}

/** Undefined for what is not of the form that this build writes. */
export async function unpackSeen(text: string, yieldToLoop: () => Promise<void>): Promise<SeenFleet | undefined> {
  const reader = new SeenReader();
  try {
    const bytes = await decompress(Buffer.from(text, "base64"), { maxOutputLength: mostUnpacked });
    for (const line of bytes.toString("utf8").split("\n")) {
      reader.take(line);
      await yieldToLoop();
    }
    return reader.whole();
  } catch {
    return undefined;
  }
}
