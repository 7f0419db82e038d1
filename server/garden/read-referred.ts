import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import type { Referred } from "#lib/policy/admission/admit-references.ts";
import type { GardenClient } from "./garden-client.ts";
import { GardenError } from "./garden-error.ts";

/** An object that another one names: null where there is none, undefined where it may not be read. */
export async function readReferred<Thing extends KubeObject>(
  client: Pick<GardenClient, "get">,
  target: ObjectTarget,
  signal: AbortSignal,
): Promise<Referred<Thing>> {
  try {
    return (await client.get<Thing>(target, { signal })).body;
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    if (error.reason === "not-found") return null;
    if (error.reason === "forbidden") return undefined;
    throw error;
  }
}
