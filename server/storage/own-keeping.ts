import "server-only";
import { createHash } from "node:crypto";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";

/** Client and namespace with which Almanac stores personal data of users, using its own credential (decision 008). */
export interface PersonalDataStorage {
  readonly client: GardenClient;
  readonly namespace: string;
}

/** Label with a hash of the owner's user name, on each ConfigMap with personal data. */
export const ownerLabel = "almanac.garden/owner";

/** A hash of a user name, since label values are shorter than user names can be and allow fewer characters. */
export function hashOwnerName(owner: string): string {
  return createHash("sha256").update(owner).digest("hex").slice(0, 40);
}

/** Namespace and name of the ConfigMap with a user's data; the name contains a hash of the user name. */
export function personalConfigMapTarget(
  { namespace }: Pick<PersonalDataStorage, "namespace">,
  what: string,
  owner: string,
): ObjectTarget {
  return { resource: configMaps, namespace, name: `almanac-${what}-${hashOwnerName(owner)}` };
}

/** Errors that show that Almanac cannot store data in this garden, and not only at the moment. */
const lasting: ReadonlySet<string> = new Set(["forbidden", "unauthorized", "not-found"]);

/**
 * Why Almanac's own credential cannot store data in this garden.
 *
 * @throws the given error if it has another cause
 */
export function describeStorageError(error: unknown, { namespace }: Pick<PersonalDataStorage, "namespace">): string {
  if (!(error instanceof GardenError) || !lasting.has(error.reason)) throw error;
  return text("Almanac may not keep ConfigMaps in the namespace {namespace} of this garden.", { namespace });
}
