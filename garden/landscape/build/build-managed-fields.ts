import { healthyConditionsFor, healthyConstraints } from "#garden/gardener/controllers/care/fine-findings.ts";
import type { ShootPlan } from "../plan/shoot-plan.ts";

/**
 * managedFields of demo Shoots, as FieldsV1 objects. Only fields that several managers could change are included, and
 * Shoots of the same kind share one object to save memory.
 */
type Fields = Readonly<Record<string, unknown>>;

const owned = (...names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [`f:${name}`, {}]));

/** FieldsV1 of an object that is itself owned, together with all its fields. */
const block = (fields: Fields): Fields => ({ ".": {}, ...fields });

const byKey = (key: string, values: readonly string[], fields: Fields): Fields =>
  block(Object.fromEntries(values.map((value) => [`k:${JSON.stringify({ [key]: value })}`, block(fields)])));

const poolFields: Fields = {
  ...owned("name", "minimum", "maximum"),
  "f:machine": block({ ...owned("type"), "f:image": block(owned("name", "version")) }),
  "f:volume": block(owned("size", "type")),
};

function clientFields({ pools, binding }: ShootPlan): Fields {
  const hasPools = pools.length > 0;
  return {
    "f:metadata": { "f:annotations": block(owned("support.harborline.example/on-call")) },
    "f:spec": {
      ...owned("purpose", "region"),
      ...(hasPools
        ? owned(binding === "secret" || binding === "old-secret" ? "secretBindingName" : "credentialsBindingName")
        : {}),
      "f:cloudProfile": block(owned("kind", "name")),
      "f:dns": block(owned("domain")),
      "f:hibernation": block(owned("enabled")),
      "f:kubernetes": {
        ...owned("version"),
        "f:kubeAPIServer": block({
          ...owned("eventTTL"),
          "f:logging": block(owned("verbosity")),
          "f:requests": block(owned("maxMutatingInflight", "maxNonMutatingInflight")),
        }),
        ...(hasPools
          ? {
              "f:clusterAutoscaler": block(owned("expander", "scanInterval", "verbosity")),
              "f:kubelet": block({
                ...owned("failSwapOn", "serializeImagePulls"),
                "f:kubeReserved": block(owned("cpu", "memory", "pid")),
              }),
            }
          : {}),
      },
      "f:maintenance": {
        "f:autoUpdate": block(owned("kubernetesVersion", ...(hasPools ? ["machineImageVersion"] : []))),
        "f:timeWindow": block(owned("begin", "end")),
      },
      "f:networking": owned("services", "ipFamilies", ...(hasPools ? ["nodes", "pods", "type"] : [])),
      "f:provider": {
        ...owned("type"),
        ...(hasPools
          ? {
              "f:workers": byKey(
                "name",
                pools.map(({ name }) => name),
                poolFields,
              ),
            }
          : {}),
      },
    },
  };
}

const conditionFields = owned("lastTransitionTime", "lastUpdateTime", "message", "reason", "status", "type");

function gardenletFields({ pools }: ShootPlan): Fields {
  const conditions = healthyConditionsFor(pools.length === 0).map(([type]) => type);
  return {
    "f:status": {
      ...owned("clusterIdentity", "hibernated", "observedGeneration", "seedName", "technicalID", "uid"),
      "f:conditions": byKey("type", conditions.sort(), conditionFields),
      "f:constraints": byKey("type", Object.keys(healthyConstraints), conditionFields),
      "f:gardener": block(owned("id", "name", "version")),
      "f:lastOperation": block(owned("description", "lastUpdateTime", "progress", "state", "type")),
    },
  };
}

const labelFields: Fields = { "f:metadata": { "f:labels": owned("shoot.gardener.cloud/status") } };
const maintenanceFields: Fields = {
  "f:status": { "f:lastMaintenance": block(owned("description", "state", "triggeredTime")) },
};

interface Sets {
  readonly client: Fields;
  readonly gardenlet: Fields;
}

const setsByLikeness = new Map<string, Sets>();

function setsOf(plan: ShootPlan): Sets {
  const likeness = [plan.binding, plan.window === null, ...plan.pools.map(({ name }) => name)].join("/");
  const sets = setsByLikeness.get(likeness) ?? { client: clientFields(plan), gardenlet: gardenletFields(plan) };
  setsByLikeness.set(likeness, sets);
  return sets;
}

interface Times {
  readonly createdAt: string;
  readonly reconciledAt: string;
}

/** managedFields of a Shoot that was created with kubectl and has since been reconciled by Gardener. */
export function buildManagedFields(plan: ShootPlan, { createdAt, reconciledAt }: Times): readonly unknown[] {
  const { client, gardenlet } = setsOf(plan);
  const entry = (manager: string, time: string, fieldsV1: unknown) => ({
    manager,
    operation: "Update",
    apiVersion: "core.gardener.cloud/v1beta1",
    time,
    fieldsType: "FieldsV1",
    fieldsV1,
  });
  return [
    entry("kubectl-client-side-apply", createdAt, client),
    entry("gardener-controller-manager", reconciledAt, labelFields),
    { ...entry("gardener-controller-manager", reconciledAt, maintenanceFields), subresource: "status" },
    { ...entry("gardenlet", reconciledAt, gardenlet), subresource: "status" },
  ];
}
