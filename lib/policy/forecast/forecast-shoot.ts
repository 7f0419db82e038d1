import type { Shoot, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ShootWithLifetime } from "../controllers/lifetime.ts";
import { annotations } from "../operations/annotations.ts";

/** All fields of a Shoot that a forecast can read. */
export interface ForecastShoot {
  readonly metadata: ShootWithLifetime["metadata"];
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
 * Reduces a Shoot to the fields that its forecast can read: a forecast is valid as long as this value is unchanged. Of
 * `spec.provider` only the pools remain, because no version rule reads provider configuration.
 */
export function toForecastShoot({ metadata, spec, status }: Shoot): ForecastShoot {
  const end = metadata.annotations?.[annotations.expiration];
  return {
    metadata: {
      deletionTimestamp: metadata.deletionTimestamp,
      ...(end !== undefined && { annotations: { [annotations.expiration]: end } }),
    },
    spec: isRecord(spec?.provider) ? { ...spec, provider: poolsAlone(spec) } : spec,
    status: { gardener: { version: status?.gardener?.version }, inPlaceUpdates: status?.inPlaceUpdates },
  };
}

function poolsAlone({ provider: { type, workers } }: ShootSpec): ShootSpec["provider"] {
  return { type, ...(workers !== undefined && { workers }) };
}

type IsReadable = (value: unknown) => boolean;

const nothing: IsReadable = (value) => value === null || value === undefined;
const name: IsReadable = (value) => typeof value === "string";
const text: IsReadable = (value) => nothing(value) || name(value);
const count: IsReadable = (value) => nothing(value) || Number.isSafeInteger(value);
const block: IsReadable = (value) => nothing(value) || isRecord(value);

type NeededField = readonly [path: string, keys: readonly string[], isReadable: IsReadable];

const needed = (path: string, isReadable: IsReadable): NeededField => [path, path.split("."), isReadable];

const specFields = [needed("kubernetes", isRecord), needed("provider", isRecord), needed("kubernetes.version", text)];
const poolFields = [
  needed("name", name),
  needed("machine.type", name),
  needed("machine.architecture", text),
  needed("machine.image", (value) => nothing(value) || (isRecord(value) && name(value.name))),
  needed("machine.image.version", text),
  needed("kubernetes", block),
  needed("kubernetes.version", text),
  needed("minimum", count),
  needed("maximum", count),
];

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) at = isRecord(at) ? at[key] : undefined;
  return at;
}

function oddIn(value: unknown, fields: readonly NeededField[]): string | undefined {
  return fields.find(([, keys, isReadable]) => !isReadable(valueAt(value, keys)))?.[0];
}

/**
 * The first field needed by a forecast that is missing or has a type no API server stores, such as
 * `spec.provider.workers[0].machine.type`; undefined when all are readable.
 */
export function findUnreadableForecastField({ spec }: ForecastShoot): string | undefined {
  const odd = oddIn(spec, specFields);
  if (odd !== undefined) return `spec.${odd}`;
  const pools: unknown = spec.provider.workers;
  if (nothing(pools)) return undefined;
  if (!Array.isArray(pools)) return "spec.provider.workers";
  for (const [index, pool] of pools.entries()) {
    const at = `spec.provider.workers[${index}]`;
    if (!block(pool)) return at;
    const field = nothing(pool) ? undefined : oddIn(pool, poolFields);
    if (field !== undefined) return `${at}.${field}`;
  }
  return undefined;
}
