import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RowForecast } from "#lib/contract/forecast.ts";
import type { CustomField } from "#lib/custom-fields/custom-field.ts";
import { customFieldsOfRow } from "#lib/custom-fields/custom-field-values.ts";
import { defaultTechnicalIdOf } from "#lib/fleet/fields/technical-id.ts";
import type { Condition } from "#lib/garden/condition.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { findLastWriterBesidesGardener } from "#lib/policy/next/last-writer.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { isFinding } from "#lib/policy/status/condition-assessment.ts";
import { viewCondition } from "#lib/policy/status/conditions.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { errorCodesOf, type RemedyRole, remedyRoleOf } from "#lib/policy/status/error-codes.ts";
import { remedyRoleOfConditions, remedyRoleOfConstraints } from "#lib/policy/status/findings.ts";
import { clampProgress } from "#lib/policy/status/last-operation.ts";
import { shootHealth, statusLabelKey } from "#lib/policy/status/status-label.ts";
import { autoUpdateOf } from "#lib/policy/versions/auto-update.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { excessOfPlaceholder, type ObjectExcess } from "#server/watch/placeholder.ts";
import type { ProfileReader } from "./profile-reader.ts";
import { lastRotationTimes, mostUrgentRotationOf, rotationsUnderWay } from "./row-rotation.ts";
import { versionsOfShootSpec } from "./row-versions.ts";
import { rowNextAction } from "./rows/row-next.ts";
import { conditionsAt, lastErrorsAt, nonEmptyTextAt, numberAt, recordAt, textsAt } from "./wire-fields.ts";

export interface FleetRowContext {
  /** Name of the project that owns the Shoot's namespace. */
  readonly project: string;
  /** Fields that this project defines for its clusters. */
  readonly customFields?: readonly CustomField[];
  readonly profile: ProfileReader;
  readonly forecast?: RowForecast;
  readonly readiness?: FleetRow["readiness"];
  /** The Shoot's Seed and the version of Gardener in the garden. */
  readonly view?: DiagnosisContext;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Builds the cluster list's row for a Shoot. Missing, null or mistyped fields become undefined, which JSON omits, or
 * are listed in `unreadable`. Never throws.
 */
export function toFleetRow(shoot: KubeObject, context: FleetRowContext): FleetRow {
  const { metadata } = shoot;
  const labels = textsAt(metadata, "labels");
  const [spec, status] = [recordAt(shoot, "spec"), recordAt(shoot, "status")];
  const maintenance = recordAt(spec, "maintenance");
  const versions = versionsOfShootSpec(spec, context.profile);
  const rotations = rotationsUnderWay(shoot);
  const excess = excessOfPlaceholder(shoot);
  // The health of a Shoot whose data is too large to be stored is unknown.
  const health: HealthFields = excess === undefined ? healthOf(status) : { ...healthOf(status), health: "unknown" };
  const unreadable = excess === undefined ? versions.unreadable : [excessCode(excess)];
  const label = labels[statusLabelKey];
  const next = rowNextAction(shoot, context);
  return {
    uid: metadata.uid ?? `${metadata.namespace}/${metadata.name}`,
    namespace: metadata.namespace ?? "",
    project: context.project,
    name: metadata.name,
    resourceVersion: metadata.resourceVersion ?? "",
    createdAt: nonEmptyTextAt(metadata, "creationTimestamp"),
    createdBy: nonEmptyTextAt(metadata, "annotations", annotations.createdBy),
    technicalId: ownTechnicalId(nonEmptyTextAt(status, "technicalID"), context.project, metadata.name),
    deletionRequestedAt: nonEmptyTextAt(metadata, "deletionTimestamp"),
    purpose: nonEmptyTextAt(spec, "purpose"),
    provider: nonEmptyTextAt(spec, "provider", "type") ?? "",
    region: nonEmptyTextAt(spec, "region"),
    seed: seedNameOfShoot(shoot),
    profile: profileReferenceOf(shoot),
    labels: Object.keys(labels).length === 0 ? undefined : labels,
    ...(excess === undefined && customFieldsOfRow(shoot, context.customFields ?? [])),
    secretBinding: secretBindingOf(spec),
    ...health,
    healthLabel: label === health.health ? undefined : label,
    next: next.next,
    endsAt: next.endsAt,
    hibernated: fieldAt(status, "hibernated") === true,
    hibernationEnabled: fieldAt(spec, "hibernation", "enabled") === true,
    lastOperation: lastOperationOf(status),
    pendingOperation: nonEmptyTextAt(metadata, "annotations", annotations.operation),
    scheduledOperation: nonEmptyTextAt(metadata, "annotations", annotations.maintenanceOperation),
    shootGeneration: numberAt(metadata, "generation"),
    writtenBySomebody: findLastWriterBesidesGardener(shoot) === undefined ? undefined : true,
    observed: numberAt(status, "observedGeneration") === numberAt(metadata, "generation"),
    ...versions.fields,
    autoUpdate: autoUpdateIn(maintenance),
    window: windowOf(maintenance),
    confineSpecUpdateRollout: fieldAt(maintenance, "confineSpecUpdateRollout") === true,
    lastMaintenance: lastMaintenanceOf(status),
    rotation: mostUrgentRotationOf(rotations),
    rotations,
    rotatedAt: lastRotationTimes(shoot),
    forecast: context.forecast,
    readiness: context.readiness,
    gardenerVersion: nonEmptyTextAt(status, "gardener", "version"),
    unreadable: unreadable.length === 0 ? undefined : unreadable,
  };
}

/** The Shoot's technical id, unless it can be derived from project and name. */
function ownTechnicalId(id: string | undefined, project: string, name: string): string | undefined {
  return id === defaultTechnicalIdOf(project, name) ? undefined : id;
}

/** Like the garden, ignores a SecretBinding beside a CredentialsBinding. */
function secretBindingOf(spec: unknown): string | undefined {
  const isMoved = nonEmptyTextAt(spec, "credentialsBindingName") !== undefined;
  return isMoved ? undefined : nonEmptyTextAt(spec, "secretBindingName");
}

/** Whether Kubernetes and machine images are updated automatically, with Gardener's defaults for unset fields. */
function autoUpdateIn(maintenance: unknown): FleetRow["autoUpdate"] {
  const written = fieldAt(maintenance, "autoUpdate");
  const machineImageVersion = fieldAt(written, "machineImageVersion") !== false;
  const kubernetesVersion = fieldAt(written, "kubernetesVersion") === true;
  const auto = autoUpdateOf({ autoUpdate: isRecord(written) ? { kubernetesVersion, machineImageVersion } : null });
  return { kubernetes: auto.kubernetesVersion, images: auto.machineImageVersion };
}

function excessCode(excess: ObjectExcess): string {
  return excess.kind === "depth" ? "too-deep" : `too-large ${excess.bytes}`;
}

/** The Seed on which the Shoot's control plane runs or will run. */
export function seedNameOfShoot(shoot: KubeObject): string | undefined {
  return nonEmptyTextAt(shoot, "status", "seedName") ?? nonEmptyTextAt(shoot, "spec", "seedName");
}

/** The profile that a Shoot references: `spec.cloudProfileName` counts only where `spec.cloudProfile` is absent. */
export function profileReferenceOf(shoot: KubeObject): FleetRow["profile"] {
  const reference = recordAt(shoot, "spec", "cloudProfile");
  const name = nonEmptyTextAt(reference, "name") ?? nonEmptyTextAt(shoot, "spec", "cloudProfileName");
  return name === undefined ? undefined : { kind: nonEmptyTextAt(reference, "kind") ?? "CloudProfile", name };
}

type HealthFields = Pick<
  FleetRow,
  "health" | "unhealthySince" | "errorCodes" | "fixer" | "conditions" | "constraints" | "findings"
>;

function healthOf(status: unknown): HealthFields {
  const conditions = conditionsAt(status, "conditions");
  const constraints = conditionsAt(status, "constraints");
  const lastErrors = lastErrorsAt(status, "lastErrors");
  const troubled = conditions.filter((condition) => condition.status !== "True");
  const blocking = constraints.filter((constraint) => {
    const view = viewConstraint(constraint);
    return !view.informational && isFinding(view.reading);
  });
  const failing = conditions.filter((condition) => isFinding(viewCondition(condition).reading));
  const errorCodes = errorCodesOf([...lastErrors, ...troubled]);
  const operation = recordAt(status, "lastOperation");
  const lastOperation = Object.keys(operation).length === 0 ? undefined : textsAt(operation);
  const fixer: RemedyRole | undefined =
    remedyRoleOf(errorCodes) ?? remedyRoleOfConditions(failing) ?? remedyRoleOfConstraints(blocking);
  return {
    health: shootHealth(lastOperation, lastErrors, conditions),
    unhealthySince: firstOf(conditions.filter((condition) => condition.status === "False")),
    errorCodes,
    fixer,
    conditions: conditions.map(toSummary),
    constraints: constraints.map(toSummary),
    findings: failing.length + blocking.length,
  };
}

/** Earliest transition time of several conditions. */
function firstOf(conditions: readonly Condition[]): string | undefined {
  return conditions.flatMap(({ lastTransitionTime }) => lastTransitionTime ?? []).sort()[0];
}

function toSummary({ type, status, codes }: Condition): FleetRow["conditions"][number] {
  return { type, status, ...((codes ?? []).length === 0 ? {} : { codes: [...(codes ?? [])] }) };
}

function lastOperationOf(status: unknown): FleetRow["lastOperation"] {
  const operation = recordAt(status, "lastOperation");
  if (Object.keys(operation).length === 0) return undefined;
  // This description is the only free text in a row; all other fields are names or Gardener constants.
  const description = nonEmptyTextAt(operation, "description")?.slice(0, 500);
  return {
    type: nonEmptyTextAt(operation, "type"),
    state: nonEmptyTextAt(operation, "state"),
    progress: clampProgress(operation.progress),
    description: description === undefined ? undefined : markHiddenCharacters(description),
    updatedAt: nonEmptyTextAt(operation, "lastUpdateTime"),
  };
}

function windowOf(maintenance: unknown): FleetRow["window"] {
  const window = recordAt(maintenance, "timeWindow");
  const [begin, end] = [nonEmptyTextAt(window, "begin"), nonEmptyTextAt(window, "end")];
  return begin === undefined || end === undefined ? undefined : { begin, end };
}

function lastMaintenanceOf(status: unknown): FleetRow["lastMaintenance"] {
  const maintenance = recordAt(status, "lastMaintenance");
  if (Object.keys(maintenance).length === 0) return undefined;
  const state = nonEmptyTextAt(maintenance, "state");
  return {
    state,
    triggeredAt: nonEmptyTextAt(maintenance, "triggeredTime"),
    failureReason: state === "Failed" ? nonEmptyTextAt(maintenance, "failureReason")?.slice(0, 500) : undefined,
  };
}
