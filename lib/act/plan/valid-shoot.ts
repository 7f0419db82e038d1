import { parseShoot, readSpec } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { block, type Fields, list, validValue } from "#lib/kube/valid-shape.ts";
import { isRecord, isWireObject } from "#lib/kube/wire.ts";
import { validSpec } from "#lib/policy/changes/valid-spec.ts";

const condition: Fields = { type: "text", status: "text", reason: "text", message: "text", codes: "texts" };
const pending = list({ name: "text" });
const times: Fields = {
  lastInitiationTime: "text",
  lastInitiationFinishedTime: "text",
  lastCompletionTriggeredTime: "text",
  lastCompletionTime: "text",
};
const phased = block({ ...times, phase: "text", pendingWorkersRollouts: pending });
const period = block({ rotationPeriod: "text" });

const metadata: Fields = { annotations: "text-map", labels: "text-map", deletionTimestamp: "text", namespace: "text" };

const spec: Fields = {
  purpose: "text",
  hibernation: block({ enabled: "flag", schedules: list({ start: "text", end: "text", location: "text" }) }),
  maintenance: block({
    timeWindow: block({ begin: "text", end: "text" }),
    autoUpdate: block({ kubernetesVersion: "flag", machineImageVersion: "flag" }),
    autoRotation: block({
      credentials: block({ sshKeypair: period, observability: period, etcdEncryptionKey: period }),
    }),
    confineSpecUpdateRollout: "flag",
  }),
  kubernetes: block({
    kubeAPIServer: block({ encryptionConfig: block({ resources: "texts" }) }),
  }),
  provider: block({ workersSettings: block({ sshAccess: block({ enabled: "flag" }) }) }),
};

const status: Fields = {
  conditions: list(condition),
  constraints: list(condition),
  lastErrors: list({ description: "text", codes: "texts" }),
  lastOperation: block({ type: "text", state: "text", lastUpdateTime: "text" }),
  hibernated: "flag",
  gardener: block({ version: "text" }),
  credentials: block({
    rotation: block({
      certificateAuthorities: phased,
      serviceAccountKey: phased,
      etcdEncryptionKey: phased,
      sshKeypair: block(times),
      observability: block(times),
    }),
    encryptionAtRest: block({ resources: "texts" }),
  }),
  encryptedResources: "texts",
  inPlaceUpdates: block({
    pendingWorkerUpdates: block({ autoInPlaceUpdate: "texts", manualInPlaceUpdate: "texts" }),
  }),
  manualWorkerPoolRollout: block({ pendingWorkersRollouts: pending }),
};

/** Shape of the fields that decide what Gardener does next, validated for thousands of rows. */
const decisive = block({
  metadata: block(metadata),
  spec: block(readSpec),
  status: block({ ...status, conditions: list(condition, "type"), constraints: list(condition, "type") }),
});

/** Shoot with valid types in the fields that decide Gardener's next step; undefined if not an API object. */
export function decisiveShoot(wire: Readonly<Record<string, unknown>>): Shoot | undefined {
  return parseShoot(wire, decisive);
}

const conditionsNeed = (one: unknown) =>
  isRecord(one) && typeof one.type === "string" && typeof one.status === "string";

/**
 * Shoot in which every field that a rule reads has a valid type. Values of other types count as missing; fields that no
 * rule reads are kept. A Shoot as stored by an API server is unchanged.
 */
export function validShoot(wire: Shoot): Shoot {
  const read = parseShoot({ ...wire }) ?? wire;
  const shaped = validValue(
    { ...read },
    block({ metadata: block(metadata), spec: block(spec), status: block(status) }),
  );
  if (!isWireObject<Shoot>(shaped)) return read;
  const { constraints, conditions } = shaped.status ?? {};
  return {
    ...shaped,
    spec: validSpec(shaped.spec),
    ...(shaped.status && {
      status: {
        ...shaped.status,
        ...(conditions && { conditions: conditions.filter(conditionsNeed) }),
        ...(constraints && { constraints: constraints.filter(conditionsNeed) }),
      },
    }),
  };
}
