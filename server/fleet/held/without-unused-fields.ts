import "server-only";
import { defaultTechnicalIdOf } from "#lib/fleet/fields/technical-id.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";

/**
 * Fields of a Shoot that are removed before it is stored in memory, because no list, forecast or count reads them. The
 * page of a single cluster reads the complete Shoot from the API server.
 */
const left = {
  metadata: ["finalizers", "ownerReferences"],
  provider: ["infrastructureConfig", "controlPlaneConfig"],
  status: ["advertisedAddresses", "clusterIdentity", "networking", "uid"],
  /** Removed fields of each condition, constraint and last error. */
  told: ["message", "description", "lastUpdateTime"],
} as const;

/** Fields that are not removed while the Shoot is being deleted, because they show what blocks the deletion. */
const toldOfDeletion: readonly string[] = ["finalizers", "uid"];

export function withoutUnusedFields(shoot: Shoot): Record<string, unknown> {
  const { metadata, spec, status } = shoot;
  const isLeft = (key: string) => !(metadata.deletionTimestamp && toldOfDeletion.includes(key));
  return {
    ...shoot,
    metadata: fieldsWithout({ ...metadata }, left.metadata.filter(isLeft)),
    spec: isRecord(spec) ? { ...spec, ...part(spec, "provider", (value) => without(value, left.provider)) } : spec,
    status: isRecord(status)
      ? usedStatus(status, [...left.status.filter(isLeft), ...(hasUsualId(shoot) ? ["technicalID"] : [])])
      : status,
  };
}

/** Whether the Shoot's technical id can be derived from its namespace and name. */
function hasUsualId({ metadata: { namespace = "", name }, status }: Shoot): boolean {
  return status?.technicalID === defaultTechnicalIdOf(namespace.replace(/^garden-/, ""), name);
}

function usedStatus(status: Readonly<Record<string, unknown>>, less: readonly string[]): object {
  const told = (key: string) => part(status, key, (value) => (Array.isArray(value) ? value.map(untold) : value));
  return {
    ...fieldsWithout(status, less),
    ...told("conditions"),
    ...told("constraints"),
    ...told("lastErrors"),
  };
}

function untold(value: unknown): unknown {
  return without(value, left.told);
}

/** An object with the reduced field; an empty object when the field is absent. */
function part(of: Readonly<Record<string, unknown>>, key: string, keep: (value: unknown) => unknown): object {
  return key in of ? { [key]: keep(of[key]) } : {};
}

function without(value: unknown, keys: readonly string[]): unknown {
  return isRecord(value) ? fieldsWithout(value, keys) : value;
}

/** An object without the given fields. It is a copy, because V8 is slow with objects whose fields were deleted. */
function fieldsWithout(of: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(of)) if (!keys.includes(key)) kept[key] = of[key];
  return kept;
}
