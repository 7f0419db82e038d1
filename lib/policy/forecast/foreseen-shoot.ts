import type { Shoot, ShootSpec, ShootStatus } from "../../garden/shoot.ts";
import { isRecord } from "../../kube/wire.ts";
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

type Fields = readonly (readonly [path: string, isReadable: IsReadable])[];

const specFields: Fields = [
  ["kubernetes", isRecord],
  ["provider", isRecord],
  ["kubernetes.version", text],
];
const poolFields: Fields = [
  ["name", name],
  ["machine.type", name],
  ["machine.architecture", text],
  ["machine.image", (value) => nothing(value) || (isRecord(value) && name(value.name))],
  ["machine.image.version", text],
  ["kubernetes", block],
  ["kubernetes.version", text],
  ["minimum", count],
  ["maximum", count],
];

function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce((at: unknown, key) => (isRecord(at) ? at[key] : undefined), value);
}

function oddIn(value: unknown, fields: Fields): string | undefined {
  return fields.find(([path, isReadable]) => !isReadable(valueAt(value, path)))?.[0];
}

/**
 * The first field that a forecast needs and that is missing, or is of a kind which no API server stores, such as
 * `spec.provider.workers[0].machine.type`; undefined where all can be read.
 */
export function unreadableField({ spec }: ForeseenShoot): string | undefined {
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
