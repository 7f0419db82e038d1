import { parseShoot, specFieldShapes } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type FieldShapes, objectListShape, objectShape, valueWithValidTypes } from "#lib/kube/valid-shape.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";
import { toWellTypedSpec } from "#lib/policy/changes/to-well-typed-spec.ts";

const condition: FieldShapes = { type: "text", status: "text", reason: "text", message: "text", codes: "texts" };
const pending = objectListShape({ name: "text" });
const times: FieldShapes = {
  lastInitiationTime: "text",
  lastInitiationFinishedTime: "text",
  lastCompletionTriggeredTime: "text",
  lastCompletionTime: "text",
};
const phased = objectShape({ ...times, phase: "text", pendingWorkersRollouts: pending });
const period = objectShape({ rotationPeriod: "text" });

const metadata: FieldShapes = {
  annotations: "text-map",
  labels: "text-map",
  deletionTimestamp: "text",
  namespace: "text",
};

const spec: FieldShapes = {
  purpose: "text",
  hibernation: objectShape({
    enabled: "flag",
    schedules: objectListShape({ start: "text", end: "text", location: "text" }),
  }),
  maintenance: objectShape({
    timeWindow: objectShape({ begin: "text", end: "text" }),
    autoUpdate: objectShape({ kubernetesVersion: "flag", machineImageVersion: "flag" }),
    autoRotation: objectShape({
      credentials: objectShape({ sshKeypair: period, observability: period, etcdEncryptionKey: period }),
    }),
    confineSpecUpdateRollout: "flag",
  }),
  kubernetes: objectShape({
    kubeAPIServer: objectShape({ encryptionConfig: objectShape({ resources: "texts" }) }),
  }),
  provider: objectShape({ workersSettings: objectShape({ sshAccess: objectShape({ enabled: "flag" }) }) }),
};

const status: FieldShapes = {
  conditions: objectListShape(condition),
  constraints: objectListShape(condition),
  lastErrors: objectListShape({ description: "text", codes: "texts" }),
  lastOperation: objectShape({ type: "text", state: "text", lastUpdateTime: "text" }),
  lastMaintenance: objectShape({ description: "text", triggeredTime: "text", state: "text", failureReason: "text" }),
  hibernated: "flag",
  gardener: objectShape({ version: "text" }),
  credentials: objectShape({
    rotation: objectShape({
      certificateAuthorities: phased,
      serviceAccountKey: phased,
      etcdEncryptionKey: phased,
      sshKeypair: objectShape(times),
      observability: objectShape(times),
    }),
    encryptionAtRest: objectShape({ resources: "texts" }),
  }),
  encryptedResources: "texts",
  inPlaceUpdates: objectShape({
    pendingWorkerUpdates: objectShape({ autoInPlaceUpdate: "texts", manualInPlaceUpdate: "texts" }),
  }),
  manualWorkerPoolRollout: objectShape({ pendingWorkersRollouts: pending }),
};

/** Shapes of the fields that decide what Gardener does next. They are validated for thousands of rows. */
const decisive = objectShape({
  metadata: objectShape(metadata),
  spec: objectShape(specFieldShapes),
  status: objectShape({
    ...status,
    conditions: objectListShape(condition, "type"),
    constraints: objectListShape(condition, "type"),
  }),
});

/** Shoot with valid types in the fields that decide Gardener's next step; undefined if not an API object. */
export function shootWithValidNextStepFields(wire: Readonly<Record<string, unknown>>): Shoot | undefined {
  return parseShoot(wire, decisive);
}

const conditionsNeed = (one: unknown) =>
  isRecord(one) && typeof one.type === "string" && typeof one.status === "string";

/**
 * Shoot in which every field that a rule reads has a valid type. Values of other types count as missing; fields that no
 * rule reads are kept. A Shoot as stored by an API server is unchanged.
 */
export function shootWithValidTypes(wire: Shoot): Shoot {
  const read = parseShoot({ ...wire }) ?? wire;
  const shaped = valueWithValidTypes(
    { ...read },
    objectShape({ metadata: objectShape(metadata), spec: objectShape(spec), status: objectShape(status) }),
  );
  if (!isKubeObject<Shoot>(shaped)) return read;
  const { constraints, conditions } = shaped.status ?? {};
  return {
    ...shaped,
    spec: toWellTypedSpec(shaped.spec),
    ...(shaped.status && {
      status: {
        ...shaped.status,
        ...(conditions && { conditions: conditions.filter(conditionsNeed) }),
        ...(constraints && { constraints: constraints.filter(conditionsNeed) }),
      },
    }),
  };
}
