import "server-only";
import { createHash } from "node:crypto";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";

/** Where Almanac keeps what belongs to one person, with its own credential (decision 008). */
export interface OwnKeeping {
  readonly client: GardenClient;
  readonly namespace: string;
}

/** Says on each object kept there whose it is. */
export const ownerLabel = "almanac.garden/owner";

/** A label holds neither every character of a user name nor its length. */
export function ownerKey(owner: string): string {
  return createHash("sha256").update(owner).digest("hex").slice(0, 40);
}

/** Where something of one person is kept: what names it is a hash of whose it is. */
export function ownTarget({ namespace }: Pick<OwnKeeping, "namespace">, what: string, owner: string): ObjectTarget {
  return { resource: configMaps, namespace, name: `almanac-${what}-${ownerKey(owner)}` };
}

/** Faults that mean "not here" rather than "not now". */
const lasting: ReadonlySet<string> = new Set(["forbidden", "unauthorized", "not-found"]);

/**
 * Why nothing can be kept on this garden. The credential is Almanac's, not the user's.
 *
 * @throws the fault itself where it says something else
 */
export function whyNotStored(error: unknown, { namespace }: Pick<OwnKeeping, "namespace">): string {
  if (!(error instanceof GardenError) || !lasting.has(error.reason)) throw error;
  return text("Almanac may not keep ConfigMaps in the namespace {namespace} of this garden.", { namespace });
}
