import { ApiError } from "#garden/api/errors/api-error.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";

export interface ShootWatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly shoot: Shoot;
}

/** Changes of metadata; null removes an annotation or label. */
interface MetadataChange {
  readonly annotations?: Readonly<Record<string, string | null>>;
  readonly labels?: Readonly<Record<string, string | null>>;
  readonly finalizers?: readonly string[];
}

const allShoots: CollectionTarget = { resource: shoots };

export const shootKeyOf = ({ metadata }: Pick<Shoot, "metadata">): string =>
  `${metadata.namespace ?? ""}/${metadata.name}`;

function targetOf(key: string): ObjectTarget {
  const [namespace = "", name = ""] = key.split("/");
  return { resource: shoots, namespace, name };
}

export type ShootClient = ReturnType<typeof createShootClient>;

/**
 * The garden's API for the controllers, with Shoots identified by their key `namespace/name`. Every write reads the
 * newest object and sends its resourceVersion; it returns false if the Shoot no longer exists or nothing changes.
 */
export function createShootClient(api: GardenApi) {
  const get = (key: string): Shoot | undefined => api.get<Shoot>(targetOf(key));
  return {
    get,
    list: () => api.list<Shoot>(allShoots),
    seed: (name: string) => api.get<Seed>({ resource: seeds, name }),
    /** Calls back with all Shoots as ADDED, then with each change in order. Returns a function that stops the watch. */
    follow: (onEvent: (event: ShootWatchEvent) => void) =>
      api.watch<Shoot>(allShoots, ({ type, object }) => onEvent({ type, shoot: object })),
    writeStatus: (key: string, change: (shoot: Shoot) => ShootStatus | undefined) =>
      unlessGone(() => {
        const shoot = get(key);
        const status = shoot && change(shoot);
        if (!status) return false;
        api.updateStatus<Shoot>(targetOf(key), { ...shoot, status });
        return true;
      }),
    writeMetadata: (key: string, change: MetadataChange) =>
      unlessGone(() => {
        api.patch<Shoot>(targetOf(key), { metadata: change });
        return true;
      }),
  };
}

/** Runs a write; returns false instead of failing if the Shoot was deleted meanwhile. */
function unlessGone(write: () => boolean): boolean {
  try {
    return write();
  } catch (error) {
    if (error instanceof ApiError && error.status.code === 404) return false;
    throw error;
  }
}
