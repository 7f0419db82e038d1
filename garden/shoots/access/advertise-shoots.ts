import "server-only";
import { type ObjectStore, resourceKey } from "#garden/api/store/store.ts";
import { withAddresses } from "#garden/gardener/controllers/gardenlet/advertised-addresses.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isWireObject } from "#lib/kube/wire.ts";
import { shootPath } from "./shoot-path.ts";

export function gardenUrlAt(port: number): string {
  return `https://127.0.0.1:${port}`;
}

/** Updates the API address of Shoots for a garden at this URL; Shoots without any address are unchanged. */
export function withApiAddresses(objects: readonly KubeObject[], gardenUrl: string): readonly KubeObject[] {
  return objects.map((object) => moved(object, gardenUrl) ?? object);
}

/** Corrects the addresses of Shoots if the garden's URL has changed; runs before any watch starts. */
export function advertiseShoots(store: ObjectStore, gardenUrl: string): void {
  const objects = store.collection(resourceKey(shoots)).list();
  const changed = objects.flatMap((object) => moved(object, gardenUrl) ?? []);
  if (changed.length > 0) store.load(resourceKey(shoots), changed);
}

function moved(object: KubeObject, gardenUrl: string): Shoot | undefined {
  if (!isWireObject<Shoot>(object) || !object.status?.advertisedAddresses) return undefined;
  const status = withAddresses(object, `${gardenUrl}${shootPath(object)}`);
  return status && { ...object, status };
}
