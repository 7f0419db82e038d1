import type { CredentialsBinding, Quota, SecretBinding } from "#garden/gardener/kinds/bindings.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { createRandom } from "#lib/random.ts";
import { type MaintenanceCases, maintenanceCases } from "../maintenance-cases.ts";
import { windowFor } from "../window-cases.ts";
import { bindingQuotas, isOfSecret, projectQuotas, quotaDays } from "./life-cases.ts";
import { clusterName, type TimeCase, type TimeMoment } from "./time-case.ts";

/** Of the landscape that the clusters live in. */
const landscapeNumber = 1;
const examples = 40;
const secretBindingsEndWith = 34;

/** The clusters of the cases, in a landscape of their own, whose windows are far. */
export function timeLandscape(cases: readonly TimeCase[], version: string, moment: TimeMoment): MaintenanceCases {
  const landscape = maintenanceCases(landscapeNumber, examples, moment.now);
  const place = landscape.seed.metadata.name.replace(/^seed-/, "garden-");
  const frame = [...landscape.frame, ...quotasIn(place), ...bindingsIn(place)];
  const shoots = cases.map((one, number) => {
    const example = landscape.shoots.find((shoot) => isLike(shoot, one));
    if (example === undefined) throw new Error(`no cluster is like "${one.name}"`);
    return one.shape(plain(example, clusterName(number), { version, moment }), moment);
  });
  return { ...landscape, frame, shoots };
}

/** With pools it is of a version that takes both kinds of bindings. */
function isLike({ spec }: Shoot, { workerless = false }: TimeCase): boolean {
  const hasPools = (spec.provider.workers ?? []).length > 0;
  if (workerless) return !hasPools;
  return hasPools && Number(spec.kubernetes.version.split(".")[1]) < secretBindingsEndWith;
}

interface PlainFrame {
  readonly version: string;
  readonly moment: TimeMoment;
}

/** As it is before a case makes something of it: nothing of it comes due, and all is well with it. */
function plain({ metadata, spec, status, ...shoot }: Shoot, name: string, { version, moment }: PlainFrame): Shoot {
  const timeWindow = windowFor(createRandom(1, name), "later", { now: moment.now + hourMs, soonAt: moment.dueAt });
  return {
    ...shoot,
    metadata: { ...metadata, name },
    spec: { ...spec, maintenance: { autoUpdate: { kubernetesVersion: false }, timeWindow } },
    status: { ...status, gardener: { id: "gardenlet", name: "gardenlet", version } },
  };
}

function quotasIn(namespace: string): readonly Quota[] {
  return Object.entries(quotaDays).map(([name, days]) => ({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Quota",
    metadata: { name, namespace },
    spec: {
      scope: projectQuotas.has(name)
        ? { apiVersion: "core.gardener.cloud/v1beta1", kind: "Project" }
        : { apiVersion: "v1", kind: "Secret" },
      ...(days !== undefined && { clusterLifetimeDays: days }),
      metrics: {},
    },
  }));
}

function bindingsIn(namespace: string): readonly (SecretBinding | CredentialsBinding)[] {
  return Object.entries(bindingQuotas).map(([name, names]) => {
    const quotas = names.map((quota) => ({ name: quota, namespace }));
    const common = { metadata: { name, namespace }, provider: { type: "local" }, quotas };
    return isOfSecret(name)
      ? {
          ...common,
          apiVersion: "core.gardener.cloud/v1beta1",
          kind: "SecretBinding",
          secretRef: { name: "old-account", namespace },
        }
      : {
          ...common,
          apiVersion: "security.gardener.cloud/v1alpha1",
          kind: "CredentialsBinding",
          credentialsRef: { apiVersion: "v1", kind: "Secret", name: "account", namespace },
        };
  });
}

/**
 * The quotas of a cluster's binding among those that are there, undefined for each that is gone. None for a cluster whose
 * binding is none of the cases'.
 */
export function quotasOf({ spec }: Shoot, there: readonly KubeObject[]): readonly (KubeObject | undefined)[] {
  const names = bindingQuotas[spec.secretBindingName ?? spec.credentialsBindingName ?? ""] ?? [];
  return names.map((name) => there.find(({ metadata }) => metadata.name === name));
}
