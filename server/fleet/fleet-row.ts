import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RowForecast } from "#lib/contract/forecast.ts";
import type { Condition } from "#lib/garden/condition.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isFinding } from "#lib/policy/status/condition-reading.ts";
import { viewCondition } from "#lib/policy/status/conditions.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { codesOf, type Fixer, fixerOf } from "#lib/policy/status/error-codes.ts";
import { fixerOfConditions, fixerOfConstraints } from "#lib/policy/status/findings.ts";
import { clampProgress } from "#lib/policy/status/last-operation.ts";
import { statusLabel } from "#lib/policy/status/status-label.ts";
import { markHiddenCharacters } from "#lib/view/hidden-characters.ts";
import type { ProfileReader } from "./profile-reader.ts";
import { rotatedAtOf, rotationOf } from "./row-rotation.ts";
import { versionsOf } from "./row-versions.ts";
import { conditionsAt, lastErrorsAt, numberAt, recordAt, textAt, textsAt } from "./wire-reading.ts";

export interface RowContext {
  /** The name of the project whose namespace the Shoot lives in. */
  readonly project: string;
  readonly profile: ProfileReader;
  readonly forecast?: RowForecast;
}

const statusLabelKey = "shoot.gardener.cloud/status";
const operationKey = "gardener.cloud/operation";
const scheduledKey = "maintenance.gardener.cloud/operation";

/**
 * The row of one Shoot. The type says what a garden should send; this function bears what it does send: whatever is
 * missing, null or of another type is left out or named in `unreadable`, never thrown at the reader.
 */
export function toFleetRow(shoot: KubeObject, context: RowContext): FleetRow {
  const { metadata } = shoot;
  const labels = textsAt(shoot, "metadata", "labels");
  const versions = versionsOf(shoot, context.profile);
  const health = healthOf(shoot);
  const label = labels[statusLabelKey];
  return {
    uid: metadata.uid ?? `${metadata.namespace}/${metadata.name}`,
    namespace: metadata.namespace ?? "",
    project: context.project,
    name: metadata.name,
    resourceVersion: metadata.resourceVersion ?? "",
    ...optional("createdAt", textAt(shoot, "metadata", "creationTimestamp")),
    ...optional("deletionRequestedAt", textAt(shoot, "metadata", "deletionTimestamp")),
    ...optional("purpose", textAt(shoot, "spec", "purpose")),
    provider: textAt(shoot, "spec", "provider", "type") ?? "",
    ...optional("region", textAt(shoot, "spec", "region")),
    ...optional("seed", textAt(shoot, "status", "seedName") ?? textAt(shoot, "spec", "seedName")),
    ...optional("profile", profileOf(shoot)),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...health,
    ...optional("healthLabel", label === health.health ? undefined : label),
    hibernated: fieldAt(shoot, "status", "hibernated") === true,
    hibernationEnabled: fieldAt(shoot, "spec", "hibernation", "enabled") === true,
    ...optional("lastOperation", lastOperationOf(shoot)),
    ...optional("pendingOperation", textAt(shoot, "metadata", "annotations", operationKey)),
    ...optional("scheduledOperation", textAt(shoot, "metadata", "annotations", scheduledKey)),
    observed: numberAt(shoot, "status", "observedGeneration") === numberAt(shoot, "metadata", "generation"),
    ...versions.fields,
    autoUpdate: {
      kubernetes: fieldAt(shoot, "spec", "maintenance", "autoUpdate", "kubernetesVersion") === true,
      images: fieldAt(shoot, "spec", "maintenance", "autoUpdate", "machineImageVersion") === true,
    },
    ...optional("window", windowOf(shoot)),
    confineSpecUpdateRollout: fieldAt(shoot, "spec", "maintenance", "confineSpecUpdateRollout") === true,
    ...optional("lastMaintenance", lastMaintenanceOf(shoot)),
    ...optional("rotation", rotationOf(shoot)),
    ...optional("rotatedAt", rotatedAtOf(shoot)),
    ...optional("forecast", context.forecast),
    ...optional("gardenerVersion", textAt(shoot, "status", "gardener", "version")),
    ...(versions.unreadable.length === 0 ? {} : { unreadable: versions.unreadable }),
  };
}

/** The key of the profile that a Shoot follows: the older field counts only where the newer one is absent. */
export function profileOf(shoot: KubeObject): FleetRow["profile"] {
  const reference = recordAt(shoot, "spec", "cloudProfile");
  const name = textAt(reference, "name") ?? textAt(shoot, "spec", "cloudProfileName");
  return name === undefined ? undefined : { kind: textAt(reference, "kind") ?? "CloudProfile", name };
}

type HealthFields = Pick<
  FleetRow,
  "health" | "unhealthySince" | "errorCodes" | "fixer" | "conditions" | "constraints" | "findings"
>;

function healthOf(shoot: KubeObject): HealthFields {
  const conditions = conditionsAt(shoot, "status", "conditions");
  const constraints = conditionsAt(shoot, "status", "constraints");
  const lastErrors = lastErrorsAt(shoot, "status", "lastErrors");
  const troubled = conditions.filter(({ status }) => status !== "True");
  const blocking = constraints.filter((constraint) => {
    const view = viewConstraint(constraint);
    return !view.informational && isFinding(view.reading);
  });
  const failing = conditions.filter((condition) => isFinding(viewCondition(condition).reading));
  const errorCodes = codesOf([...lastErrors, ...troubled]);
  const operation = recordAt(shoot, "status", "lastOperation");
  const lastOperation = Object.keys(operation).length === 0 ? undefined : textsAt(operation);
  const fixer: Fixer | undefined = fixerOf(errorCodes) ?? fixerOfConditions(failing) ?? fixerOfConstraints(blocking);
  return {
    health: statusLabel(lastOperation, lastErrors, conditions),
    ...optional("unhealthySince", firstOf(conditions.filter(({ status }) => status === "False"))),
    errorCodes,
    ...optional("fixer", fixer),
    conditions: conditions.map(toSummary),
    constraints: constraints.map(toSummary),
    findings: failing.length + blocking.length,
  };
}

/** When the first of the conditions became what it is. */
function firstOf(conditions: readonly Condition[]): string | undefined {
  return conditions.flatMap(({ lastTransitionTime }) => lastTransitionTime ?? []).sort()[0];
}

function toSummary({ type, status, codes }: Condition): FleetRow["conditions"][number] {
  return { type, status, ...((codes ?? []).length === 0 ? {} : { codes: [...(codes ?? [])] }) };
}

function lastOperationOf(shoot: KubeObject): FleetRow["lastOperation"] {
  const operation = recordAt(shoot, "status", "lastOperation");
  if (Object.keys(operation).length === 0) return undefined;
  // The one free text of a row; everything else is a name or a word of Gardener's.
  const description = textAt(operation, "description")?.slice(0, 500);
  return {
    ...optional("type", textAt(operation, "type")),
    ...optional("state", textAt(operation, "state")),
    ...optional("progress", clampProgress(operation.progress)),
    ...optional("description", description === undefined ? undefined : markHiddenCharacters(description)),
    ...optional("updatedAt", textAt(operation, "lastUpdateTime")),
  };
}

function windowOf(shoot: KubeObject): FleetRow["window"] {
  const window = recordAt(shoot, "spec", "maintenance", "timeWindow");
  const [begin, end] = [textAt(window, "begin"), textAt(window, "end")];
  return begin === undefined || end === undefined ? undefined : { begin, end };
}

function lastMaintenanceOf(shoot: KubeObject): FleetRow["lastMaintenance"] {
  const maintenance = recordAt(shoot, "status", "lastMaintenance");
  if (Object.keys(maintenance).length === 0) return undefined;
  return {
    ...optional("state", textAt(maintenance, "state")),
    ...optional("triggeredAt", textAt(maintenance, "triggeredTime")),
  };
}

/** The property when there is a value, nothing otherwise: absent and undefined are two things on the wire. */
function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  const entry: { [K in Key]?: Value } = {};
  if (value !== undefined) entry[key] = value;
  return entry;
}
