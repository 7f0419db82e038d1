import "server-only";
import { collectionKeyOf, type ObjectStore } from "#garden/api/store/store.ts";
import { statusWithApiServerAddress } from "#garden/gardener/controllers/gardenlet/advertised-addresses.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { shootPath } from "./shoot-path.ts";

export function gardenUrlAt(port: number): string {
  return `https://127.0.0.1:${port}`;
}

/** Replaces Shoots' API addresses for a garden at the given URL. Shoots without an API address do not change. */
export function withCurrentApiAddresses(objects: readonly KubeObject[], gardenUrl: string): readonly KubeObject[] {
  return objects.map((object) => moved(object, gardenUrl) ?? object);
}

/** Corrects stored API addresses of Shoots if the garden's URL has changed. Runs at startup, before any watch. */
export function updateShootApiAddresses(store: ObjectStore, gardenUrl: string): void {
  const objects = store.collection(collectionKeyOf(shoots)).list();
  const changed = objects.flatMap((object) => moved(object, gardenUrl) ?? []);
  if (changed.length > 0) store.load(collectionKeyOf(shoots), changed);
}

function moved(object: KubeObject, gardenUrl: string): Shoot | undefined {
  if (!isKubeObject<Shoot>(object) || !object.status?.advertisedAddresses) return undefined;
  const status = statusWithApiServerAddress(object, `${gardenUrl}${shootPath(object)}`);
  return status && { ...object, status };
}
