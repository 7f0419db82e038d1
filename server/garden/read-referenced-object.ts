import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import type { LookedUpObject } from "#lib/policy/admission/find-reference-admission-errors.ts";
import type { GardenClient } from "./garden-client.ts";
import { resultOrReason } from "./garden-error.ts";

/** Reads an object referenced by another: null when it does not exist, undefined when reading is forbidden. */
export async function readReferencedObject<Thing extends KubeObject>(
  client: Pick<GardenClient, "get">,
  target: ObjectTarget,
  signal: AbortSignal,
): Promise<LookedUpObject<Thing>> {
  const found = await resultOrReason(client.get<Thing>(target, { signal }), "not-found", "forbidden");
  if (found === "not-found") return null;
  return found === "forbidden" ? undefined : found.body;
}
