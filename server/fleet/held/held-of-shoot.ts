import "server-only";
import { usualTechnicalId } from "#lib/fleet/fields/technical-id.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord } from "#lib/kube/wire.ts";

/**
 * What of a Shoot is held for everybody: all but what no list, no forecast and no count looks at. A cluster's own page
 * reads the Shoot from the garden. Whoever wants more of the shared Shoots takes it off these lists.
 */
const left = {
  metadata: ["finalizers", "ownerReferences"],
  provider: ["infrastructureConfig", "controlPlaneConfig"],
  status: ["advertisedAddresses", "clusterIdentity", "uid"],
  /** Of each condition, constraint and last error. */
  told: ["message", "description", "lastUpdateTime"],
} as const;

/** These tell what holds a deletion back. */
const toldOfDeletion: readonly string[] = ["finalizers", "uid"];

export function heldOfShoot(shoot: Shoot): Record<string, unknown> {
  const { metadata, spec, status } = shoot;
  const isLeft = (key: string) => !(metadata.deletionTimestamp && toldOfDeletion.includes(key));
  return {
    ...shoot,
    metadata: fieldsWithout({ ...metadata }, left.metadata.filter(isLeft)),
    spec: isRecord(spec) ? { ...spec, ...part(spec, "provider", (value) => without(value, left.provider)) } : spec,
    status: isRecord(status)
      ? keptStatus(status, [...left.status.filter(isLeft), ...(hasUsualId(shoot) ? ["technicalID"] : [])])
      : status,
  };
}

/** Whether the technical id can be made of namespace and name again. */
function hasUsualId({ metadata: { namespace = "", name }, status }: Shoot): boolean {
  return status?.technicalID === usualTechnicalId(namespace.replace(/^garden-/, ""), name);
}

function keptStatus(status: Readonly<Record<string, unknown>>, less: readonly string[]): object {
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

/** The field as it is kept, where there is one. */
function part(of: Readonly<Record<string, unknown>>, key: string, keep: (value: unknown) => unknown): object {
  return key in of ? { [key]: keep(of[key]) } : {};
}

function without(value: unknown, keys: readonly string[]): unknown {
  return isRecord(value) ? fieldsWithout(value, keys) : value;
}

/** Copied field by field: an object of which fields are deleted is a slow one. */
function fieldsWithout(of: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(of)) if (!keys.includes(key)) kept[key] = of[key];
  return kept;
}
