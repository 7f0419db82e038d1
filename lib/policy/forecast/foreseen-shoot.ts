import type { Shoot, ShootSpec, ShootStatus } from "../../garden/shoot.ts";
import type { LivingShoot } from "../controllers/lifetime.ts";
import { annotations } from "../operations/annotations.ts";

/** All of a Shoot that a forecast can read: no forecast depends on what has no field here. */
export interface ForeseenShoot {
  readonly metadata: LivingShoot["metadata"];
  readonly spec: ShootSpec;
  readonly status?:
    | {
        readonly gardener?: { readonly version?: string | undefined } | null;
        readonly inPlaceUpdates?: ShootStatus["inPlaceUpdates"] | undefined;
      }
    | null
    | undefined;
}

/**
 * A Shoot cut down to what its forecast can read: a forecast that is made of this holds as long as this stays the same.
 * Of the provider only the pools are left, for no rule of versions looks at what providers configure.
 */
export function foreseenShoot({ metadata, spec, status }: Shoot): ForeseenShoot {
  const end = metadata.annotations?.[annotations.expiration];
  return {
    metadata: {
      deletionTimestamp: metadata.deletionTimestamp,
      ...(end !== undefined && { annotations: { [annotations.expiration]: end } }),
    },
    spec: spec?.provider ? { ...spec, provider: poolsAlone(spec) } : spec,
    status: { gardener: { version: status?.gardener?.version }, inPlaceUpdates: status?.inPlaceUpdates },
  };
}

function poolsAlone({ provider: { type, workers } }: ShootSpec): ShootSpec["provider"] {
  return { type, ...(workers !== undefined && { workers }) };
}
