import type { Shoot } from "#lib/garden/shoot.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { configMaps, secrets } from "#lib/kube/resource.ts";
import {
  type NamedObject,
  newlyNamedObjects,
  type ObjectState,
  type ObjectStates,
  objectKey,
} from "#lib/policy/admission/named-objects.ts";

/** A change names a few at most; a patch may name thousands. */
export const mostObjects = 20;

/** How the garden is asked whether an object is there, by whoever changes the Shoot, without what is in it. */
export interface ObjectReader {
  stateOf(target: ObjectTarget): Promise<ObjectState>;
}

/** Looks for the ConfigMaps and Secrets that a change names anew, as many as a preview looks for. */
export async function readNamedObjects(
  reader: ObjectReader,
  { before, after }: { readonly before: Shoot; readonly after: Shoot },
): Promise<ObjectStates> {
  const named = newlyNamedObjects({ old: before.spec, new: after.spec });
  const wanted = [...new Map(named.map((object) => [objectKey(object), object]))].slice(0, mostObjects);
  const states = wanted.map(async ([key, object]) => [key, await stateOf(reader, object, after)] as const);
  return new Map(await Promise.all(states));
}

/** A name that no object can have is not asked for: there is none. */
async function stateOf(reader: ObjectReader, { kind, name }: NamedObject, { metadata }: Shoot): Promise<ObjectState> {
  if (!isDns1123Subdomain(name)) return "missing";
  const resource = kind === "Secret" ? secrets : configMaps;
  return reader.stateOf({ resource, namespace: metadata.namespace ?? "", name });
}
