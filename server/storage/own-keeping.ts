import "server-only";
import { createHash } from "node:crypto";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";

/** Client and namespace with which Almanac stores personal data, by its own credential (decision 008). */
export interface OwnKeeping {
  readonly client: GardenClient;
  readonly namespace: string;
}

/** Label with the owner of each object stored there. */
export const ownerLabel = "almanac.garden/owner";

/** A hash, since labels allow neither all characters nor the length of user names. */
export function ownerKey(owner: string): string {
  return createHash("sha256").update(owner).digest("hex").slice(0, 40);
}

/** ConfigMap of a user's data; its name contains a hash of the user's name. */
export function ownTarget({ namespace }: Pick<OwnKeeping, "namespace">, what: string, owner: string): ObjectTarget {
  return { resource: configMaps, namespace, name: `almanac-${what}-${ownerKey(owner)}` };
}

/** Errors that mean "not supported here" rather than "not now". */
const lasting: ReadonlySet<string> = new Set(["forbidden", "unauthorized", "not-found"]);

/**
 * Why nothing can be stored in this garden. It concerns Almanac's credential, not the user's.
 *
 * @throws the error itself if it is another one
 */
export function whyNotStored(error: unknown, { namespace }: Pick<OwnKeeping, "namespace">): string {
  if (!(error instanceof GardenError) || !lasting.has(error.reason)) throw error;
  return text("Almanac may not keep ConfigMaps in the namespace {namespace} of this garden.", { namespace });
}
