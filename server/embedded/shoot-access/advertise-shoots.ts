import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isWireObject } from "#lib/kube/wire.ts";
import { withAddresses } from "../controllers/gardenlet/advertised-addresses.ts";
import { resourceKey, type Store } from "../store/store.ts";
import { shootPath } from "./shoot-path.ts";

/** Gives the Shoots of a landscape the address at which this garden serves their APIs, before anybody watches them. */
export function advertiseShoots(store: Store, gardenUrl: string): void {
  const moved = store
    .collection(resourceKey(shoots))
    .list()
    .flatMap((object): readonly Shoot[] => {
      if (!isWireObject<Shoot>(object) || !object.status?.advertisedAddresses) return [];
      const status = withAddresses(object, `${gardenUrl}${shootPath(object)}`);
      return status === undefined ? [] : [{ ...object, status }];
    });
  if (moved.length > 0) store.load(resourceKey(shoots), moved);
}
