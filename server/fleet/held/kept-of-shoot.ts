import "server-only";
import { usualTechnicalId } from "#lib/fleet/fields/technical-id.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { somebodyWroteLast } from "#lib/policy/next/last-writer.ts";

/**
 * What of a Shoot is held for everybody: all but what no list, no forecast and no count looks at. A cluster's own page
 * reads the Shoot from the garden. Whoever wants more of the shared Shoots takes it off these lists.
 */
const left = {
  metadata: ["finalizers", "ownerReferences", "managedFields"],
  provider: ["infrastructureConfig", "controlPlaneConfig"],
  status: ["advertisedAddresses", "clusterIdentity", "uid"],
  /** Of each condition, constraint and last error. */
  told: ["message", "description", "lastUpdateTime"],
} as const;

/** Of these few more is held: what holds a deletion back, what waits for the window or for gardenlet, who acted last. */
function alsoKept(shoot: Shoot): readonly string[] {
  const { metadata, spec, status } = shoot;
  const deleting = Boolean(metadata.deletionTimestamp);
  const confined = fieldAt(spec, "maintenance", "confineSpecUpdateRollout") === true;
  const waits = !deleting && (confined || (metadata.generation ?? 0) > (status?.observedGeneration ?? 0));
  return [
    ...(deleting ? ["finalizers", "uid"] : []),
    ...(waits || somebodyWroteLast(shoot) !== undefined ? ["managedFields"] : []),
  ];
}

export function keptOfShoot(shoot: Shoot): Record<string, unknown> {
  const { spec, status } = shoot;
  const also = alsoKept(shoot);
  const lessOf = (keys: readonly string[]) => keys.filter((key) => !also.includes(key));
  return {
    ...shoot,
    metadata: without(shoot.metadata, lessOf(left.metadata)),
    spec: isRecord(spec) ? { ...spec, ...part(spec, "provider", (value) => without(value, left.provider)) } : spec,
    status: isRecord(status) ? keptStatus(usualLeft(shoot, status), lessOf(left.status)) : status,
  };
}

/** Without a technical id that can be made of namespace and name again. */
function usualLeft(
  { metadata: { namespace = "", name } }: Shoot,
  status: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const usual = usualTechnicalId(namespace.replace(/^garden-/, ""), name);
  return status.technicalID === usual ? fieldsWithout(status, ["technicalID"]) : status;
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
