import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isRecord, isWireObject } from "#lib/kube/wire.ts";
import { deletionRefusal } from "#lib/policy/operations/deletion.ts";
import type { OperationError } from "#lib/policy/operations/field-error.ts";
import { prepareUpdate, statusGenerationDelta } from "#lib/policy/operations/strategy.ts";
import { validateOperationsOnUpdate } from "#lib/policy/operations/validate-operations.ts";
import { forbidden } from "../api-error.ts";
import { define, textColumn } from "./core-resources.ts";
import type { Column, Strategy, WriteContext } from "./resource-definition.ts";

const unset = "<unknown>";

function text(...path: readonly string[]): (object: KubeObject) => string {
  return (object) => textAt(object, ...path) ?? unset;
}

function condition(type: string): (shoot: KubeObject) => string {
  return (shoot) => {
    const found = listAt(shoot, "status", "conditions").find((candidate) => textAt(candidate, "type") === type);
    return textAt(found, "status") ?? unset;
  };
}

function hibernation(shoot: KubeObject): string {
  const wanted = fieldAt(shoot, "spec", "hibernation", "enabled") === true;
  const actual = fieldAt(shoot, "status", "hibernated") === true;
  if (wanted === actual) return wanted ? "Hibernated" : "Awake";
  return wanted ? "Hibernating" : "Waking Up";
}

function lastOperation(shoot: KubeObject): string {
  const operation = fieldAt(shoot, "status", "lastOperation");
  if (!isRecord(operation)) return "<pending>";
  return `${textAt(operation, "type") ?? ""} ${textAt(operation, "state") ?? ""} (${Number(operation.progress ?? 0)}%)`;
}

const wide = (name: string, cell: (shoot: KubeObject) => string) => textColumn(name, cell, { priority: 1 });

/** The columns of gardener-apiserver, in its order. */
const columns: readonly Column[] = [
  textColumn(
    "CloudProfile",
    (shoot) => textAt(shoot, "spec", "cloudProfile", "name") ?? textAt(shoot, "spec", "cloudProfileName") ?? unset,
  ),
  textColumn("Provider", text("spec", "provider", "type")),
  textColumn("Region", text("spec", "region")),
  textColumn("K8S Version", text("spec", "kubernetes", "version")),
  textColumn("Hibernation", hibernation),
  textColumn("Last Operation", lastOperation),
  textColumn("Status", (shoot) => shoot.metadata.labels?.["shoot.gardener.cloud/status"] ?? unset),
  wide("Seed", text("spec", "seedName")),
  wide("Purpose", text("spec", "purpose")),
  wide("Gardener Version", text("status", "gardener", "version")),
  wide("APIServer", condition("APIServerAvailable")),
  wide("Control", condition("ControlPlaneHealthy")),
  wide("Observability", condition("ObservabilityComponentsHealthy")),
  wide("Nodes", condition("EveryNodeReady")),
  wide("System", condition("SystemComponentsHealthy")),
];

const strategy: Strategy = {
  hasGeneration: true,
  hasStatus: true,
  finalizers: ["gardener"],
  prepareForUpdate(before, wanted) {
    const { shoot, generationDelta } = prepareUpdate(asShoot(before), asShoot(wanted));
    return {
      ...shoot,
      metadata: { ...shoot.metadata, generation: (before.metadata.generation ?? 0) + generationDelta },
    };
  },
  prepareForStatusUpdate(before, wanted) {
    const delta = statusGenerationDelta({
      oldEtcdRotation: asShoot(before).status?.credentials?.rotation?.etcdEncryptionKey ?? null,
      newEtcdRotation: asShoot(wanted).status?.credentials?.rotation?.etcdEncryptionKey ?? null,
      lastOperation: asShoot(wanted).status?.lastOperation ?? null,
    });
    return { ...wanted, metadata: { ...wanted.metadata, generation: (before.metadata.generation ?? 0) + delta } };
  },
  validate: validateShape,
  validateUpdate: (_before, after) => validateOperationsOnUpdate(asShoot(after)).map(toCause),
  admitDeletion,
};

export const shootDefinition = define({
  resource: shoots,
  subresources: ["status", "adminkubeconfig", "viewerkubeconfig"],
  columns,
  names: "dns-label",
  selectableFields: {
    "spec.seedName": (shoot) => textAt(shoot, "spec", "seedName") ?? "",
    "status.seedName": (shoot) => textAt(shoot, "status", "seedName") ?? "",
    "status.technicalID": (shoot) => textAt(shoot, "status", "technicalID") ?? "",
    "spec.cloudProfileName": (shoot) => textAt(shoot, "spec", "cloudProfileName") ?? "",
    "spec.cloudProfile.name": (shoot) => textAt(shoot, "spec", "cloudProfile", "name") ?? "",
    "spec.cloudProfile.kind": (shoot) => textAt(shoot, "spec", "cloudProfile", "kind") ?? "",
  },
  strategy,
});

/** validateShape runs before anything reads a Shoot's spec, so what is stored has what every reader relies on. */
function asShoot(object: KubeObject): Shoot {
  if (!isWireObject<Shoot>(object)) throw new Error("a stored object has a name");
  return object;
}

function validateShape(object: KubeObject): readonly KubeStatusCause[] {
  const required: readonly (readonly string[])[] = [
    ["spec", "kubernetes", "version"],
    ["spec", "provider", "type"],
  ];
  const missing = required.filter((path) => !textAt(object, ...path));
  const workers = fieldAt(object, "spec", "provider", "workers");
  const malformed = workers !== undefined && workers !== null && !Array.isArray(workers);
  return [
    ...missing.map((path) => ({ reason: "FieldValueRequired", field: path.join("."), message: "Required value" })),
    ...(malformed
      ? [{ reason: "FieldValueInvalid", field: "spec.provider.workers", message: "Invalid value: must be a list" }]
      : []),
  ];
}

const causeReasons: Readonly<Record<OperationError["type"], string>> = {
  NotSupported: "FieldValueNotSupported",
  Forbidden: "FieldValueForbidden",
  Invalid: "FieldValueInvalid",
  Required: "FieldValueRequired",
  Duplicate: "FieldValueDuplicate",
};

function toCause({ type, field, reason }: OperationError): KubeStatusCause {
  return { reason: causeReasons[type], field, message: `${typeWords[type]}: ${wordsOf(reason)}` };
}

const typeWords: Readonly<Record<OperationError["type"], string>> = {
  NotSupported: "Unsupported value",
  Forbidden: "Forbidden",
  Invalid: "Invalid value",
  Required: "Required value",
  Duplicate: "Duplicate value",
};

/** The reason's id and facts as plain words; screens have sentences of their own for them. */
function wordsOf(reason: OperationError["reason"]): string {
  const { id, ...facts } = reason;
  const listed = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [id.replaceAll("-", " "), ...listed].join(", ");
}

function admitDeletion(object: KubeObject, { user }: WriteContext): void {
  const shoot = asShoot(object);
  const refusal = deletionRefusal({
    annotations: shoot.metadata.annotations,
    labels: shoot.metadata.labels,
    lastOperation: shoot.status?.lastOperation,
    user: user.name,
  });
  if (refusal === undefined) return;
  const message =
    refusal.id === "confirmation-missing"
      ? 'must have a "confirmation.gardener.cloud/deletion" annotation to delete'
      : wordsOf(refusal);
  throw forbidden(shoots, shoot.metadata.name, message);
}
