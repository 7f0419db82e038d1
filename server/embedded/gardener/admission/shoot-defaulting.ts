import "server-only";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Maintenance, Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { canonicalDuration } from "#lib/kube/go-duration.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { defaultPool } from "#lib/policy/changes/pool-defaults.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { defaultEtcdRotationPeriod } from "#lib/policy/maintenance/etcd-rotation.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { defaultImage, defaultKubernetes } from "#lib/policy/profiles/default-version.ts";
import { admissionViewAt } from "#lib/policy/profiles/validate-profile.ts";
import { defaultTolerations } from "#lib/policy/scheduling/tolerations.ts";
import { withDnsCredentials } from "#lib/policy/settings/dns.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { forbidden } from "../../api/errors/api-error.ts";
import { createRandom } from "../random/random.ts";
import { causesText, fieldCause, wordsOfFault } from "../rules/shoot-fault-words.ts";
import { type GardenerAdmission, profileOf, projectOf, readableShoot } from "../rules/shoot-rules.ts";
import { markWrite } from "./shoot-annotations.ts";

/**
 * Defaulting and mutating admission: pools, maintenance, tolerations, then short versions and missing images by the
 * CloudProfile, then the annotations that a write brings with it. A write that leaves the spec alone leaves it alone, too.
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, plugin/pkg/shoot/mutator
 */
export function mutateShoot(
  wanted: KubeObject,
  before: KubeObject | undefined,
  context: GardenerAdmission,
): KubeObject {
  const shoot = readableShoot(wanted);
  const old = before && readableShoot(before);
  if (!shoot || (before && !old)) return wanted;
  const changes = !old || !semanticallyEqual(old.spec, shoot.spec);
  const deleting = shoot.metadata.deletionTimestamp !== undefined;
  const spec = changes && !deleting ? mutatedSpec(shoot, old, context) : shoot.spec;
  return markWrite({ ...shoot, spec }, old, context.user.name);
}

function mutatedSpec(shoot: Shoot, old: Shoot | undefined, context: GardenerAdmission): ShootSpec {
  const defaulted = { ...shoot, spec: defaultedSpec(shoot, old, context) };
  const profile = profileOf(context.garden, defaulted);
  // without a profile there is nothing to choose from; validating admission says so
  return profile.ok
    ? resolvedSpec(defaulted, old, { profile: profile.value, nowMs: context.now.getTime(), rules: context.rules })
    : defaulted.spec;
}

function defaultedSpec(shoot: Shoot, old: Shoot | undefined, { garden, rules }: GardenerAdmission): ShootSpec {
  const { spec, metadata } = shoot;
  const workers = poolsOf(spec).map((pool) => defaultPool(pool, rules));
  const withPools: ShootSpec = workers.length > 0 ? { ...spec, provider: { ...spec.provider, workers } } : spec;
  const referred = withProfileReference(withDnsCredentials(withPools, rules));
  if (old) return referred;
  const tolerations = defaultTolerations({
    operation: "create",
    tolerations: spec.tolerations ?? [],
    globalDefaults: [],
    projectDefaults: projectOf(garden, metadata.namespace)?.spec.tolerations?.defaults ?? [],
  });
  return {
    ...referred,
    purpose: spec.purpose ?? "evaluation",
    maintenance: defaultedMaintenance(shoot, rules),
    ...(tolerations.length > 0 && { tolerations }),
  };
}

/** The old field with the name alone gives way to the reference, which says the same. */
function withProfileReference(spec: ShootSpec): ShootSpec {
  const { cloudProfileName, ...rest } = spec;
  if (!cloudProfileName) return spec;
  if (!spec.cloudProfile) return { ...rest, cloudProfile: { kind: "CloudProfile", name: cloudProfileName } };
  return spec.cloudProfile.name === cloudProfileName ? rest : spec;
}

/** A new Shoot without a window gets one hour at a random time of the day, and a rotation of its etcd key. */
function defaultedMaintenance({ metadata, spec }: Shoot, rules: EditionRules): Maintenance {
  const given = spec.maintenance ?? {};
  const hasWorkers = poolsOf(spec).length > 0;
  const hour = createRandom(0, `window/${metadata.namespace}/${metadata.name}`).int(0, 22);
  const at = (value: number) => `${String(value).padStart(2, "0")}0000+0000`;
  const period = defaultEtcdRotationPeriod(rules);
  return {
    ...given,
    autoUpdate: given.autoUpdate ?? { kubernetesVersion: true, ...(hasWorkers && { machineImageVersion: true }) },
    timeWindow: given.timeWindow ?? { begin: at(hour), end: at(hour + 1) },
    ...(period !== null && {
      autoRotation: {
        ...given.autoRotation,
        credentials: {
          // As it is stored: written otherwise, the next write of the same object would count as a change.
          etcdEncryptionKey: { rotationPeriod: canonicalDuration(period) ?? period },
          ...given.autoRotation?.credentials,
        },
      },
    }),
  };
}

interface Resolution {
  readonly profile: CloudProfileSpec;
  readonly nowMs: number;
  readonly rules: EditionRules;
}

/** Versions that are not written in full, and images, as the CloudProfile has them now. */
function resolvedSpec(shoot: Shoot, old: Shoot | undefined, { profile, nowMs, rules }: Resolution): ShootSpec {
  const { spec } = shoot;
  const prepared = prepareProfile(profile);
  const view = admissionViewAt(nowMs, rules);
  const causes: KubeStatusCause[] = [];
  const kubernetes = (field: string, requested: string): string => {
    const version = defaultKubernetes(requested, prepared.kubernetes, view);
    if (!version.ok)
      causes.push(fieldCause("Invalid", field, `${JSON.stringify(requested)}: ${wordsOfFault(version.error)}`));
    return version.ok ? version.value : requested;
  };
  const before = new Map(poolsOf(old?.spec ?? { ...spec, provider: { type: "" } }).map((pool) => [pool.name, pool]));
  const pool = (worker: Worker, index: number): Worker => {
    const path = `spec.provider.workers[${index}]`;
    const machineType = prepared.machineTypes.get(worker.machine.type);
    const architecture = worker.machine.architecture || machineType?.architecture || "amd64";
    const oldImage = before.get(worker.name)?.machine.image;
    const request = {
      image: worker.machine.image ?? null,
      oldImage: oldImage ?? undefined,
      pool: { updateStrategy: worker.updateStrategy ?? null, architecture },
      machineType,
    };
    const image = defaultImage(request, { images: prepared.images, capabilities: prepared.capabilities }, view);
    if (!image.ok) causes.push(fieldCause("Invalid", `${path}.machine.image`, wordsOfFault(image.error)));
    const own = worker.kubernetes?.version;
    return {
      ...worker,
      machine: {
        ...worker.machine,
        architecture,
        ...(image.ok && { image: { ...worker.machine.image, ...image.value } }),
      },
      ...(own && { kubernetes: { ...worker.kubernetes, version: kubernetes(`${path}.kubernetes.version`, own) } }),
    };
  };
  const version = kubernetes("spec.kubernetes.version", spec.kubernetes.version ?? "");
  const workers = poolsOf(spec).map(pool);
  if (causes.length > 0) throw forbidden(shoots, shoot.metadata.name, causesText(causes));
  return {
    ...spec,
    kubernetes: { ...spec.kubernetes, version },
    ...(workers.length > 0 && { provider: { ...spec.provider, workers } }),
  };
}
