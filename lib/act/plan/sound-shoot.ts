import { readShoot } from "#lib/garden/read-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isRecord, isWireObject } from "#lib/kube/wire.ts";
import { soundSpec } from "#lib/policy/changes/sound-spec.ts";

/** What a field must be for a rule to read it. Fields that are not named stay as they are. */
type Shape = "text" | "flag" | "texts" | "text-map" | { readonly items: Shape } | { readonly fields: Fields };
type Fields = Readonly<Record<string, Shape>>;

const isText = (value: unknown) => typeof value === "string";

/** The value, or nothing where it is of another type: the API server would not even have decoded it. */
function sound(value: unknown, shape: Shape): unknown {
  if (shape === "text") return isText(value) ? value : undefined;
  if (shape === "flag") return typeof value === "boolean" ? value : undefined;
  if (shape === "texts") {
    if (!Array.isArray(value)) return undefined;
    return value.every(isText) ? value : value.filter(isText);
  }
  if (shape === "text-map") return isRecord(value) ? keep(value, (one) => (isText(one) ? one : undefined)) : undefined;
  if ("items" in shape) {
    if (!Array.isArray(value)) return undefined;
    const items: readonly unknown[] = value;
    const read = items.map((item) => sound(item, shape.items));
    return read.every((item, index) => item === items[index]) ? value : read.flatMap((item) => item ?? []);
  }
  if (!isRecord(value)) return undefined;
  const { fields } = shape;
  return keep(value, (one, key) => {
    const own = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return own === undefined ? one : sound(one, own);
  });
}

/** The record itself where nothing in it is read as something else: copying thousands of fields takes longer. */
function keep(record: Readonly<Record<string, unknown>>, read: (value: unknown, key: string) => unknown) {
  const keys = Object.keys(record);
  const values = keys.map((key) => read(record[key], key));
  if (values.every((value, index) => value !== undefined && value === record[keys[index] ?? ""])) return record;
  return Object.fromEntries(keys.flatMap((key, index) => (values[index] === undefined ? [] : [[key, values[index]]])));
}

const list = (fields: Fields): Shape => ({ items: { fields } });
const block = (fields: Fields): Shape => ({ fields });

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

const conditionsNeed = (one: unknown) => isRecord(one) && isText(one.type) && isText(one.status);

/**
 * A Shoot in which every field that a rule reads has its type. A value of another type counts as missing; what no rule
 * reads stays as it is. A Shoot as an API server stores it stays what it is.
 */
export function soundShoot(wire: Shoot): Shoot {
  const read = readShoot({ ...wire }) ?? wire;
  const shaped = sound({ ...read }, block({ metadata: block(metadata), spec: block(spec), status: block(status) }));
  if (!isWireObject<Shoot>(shaped)) return read;
  const { constraints, conditions } = shaped.status ?? {};
  return {
    ...shaped,
    spec: soundSpec(shaped.spec),
    ...(shaped.status && {
      status: {
        ...shaped.status,
        ...(conditions && { conditions: conditions.filter(conditionsNeed) }),
        ...(constraints && { constraints: constraints.filter(conditionsNeed) }),
      },
    }),
  };
}
