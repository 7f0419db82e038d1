import "server-only";
import { fieldCause, forbiddenError, internalError } from "#garden/api/errors/api-error.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { defaultImage, defaultKubernetes } from "#lib/policy/profiles/default-version.ts";
import { admissionViewAt } from "#lib/policy/profiles/validate-profile.ts";
import { defaultTolerations } from "#lib/policy/scheduling/tolerations.ts";
import { withDnsCredentials } from "#lib/policy/spec-validation/dns.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { causesMessage, fieldErrorMessage } from "../rules/field-error-messages.ts";
import { effectiveProfileOf, type GardenerAdmission, projectOfNamespace, readableShoot } from "../rules/shoot-rules.ts";
import { apiDefaults, withAutoRotation } from "./api-defaults.ts";
import { withoutEmptyLists } from "./empty-lists.ts";
import { usedExtensionsOf, withExtensionLabels } from "./extension-labels.ts";
import { withWriteAnnotations } from "./shoot-annotations.ts";
import { withDomain } from "./shoot-domain.ts";

/**
 * Defaulting and mutating admission: API defaults, tolerations, the DNS domain, then full versions and default images
 * from the CloudProfile, then annotations and labels. If a write does not change the spec, neither does this function.
 * @throws ApiError 500 for a missing seed or CloudProfile, as Gardener's own admission answers
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, plugin/pkg/shoot/dns, plugin/pkg/shoot/mutator
 */
export function mutateShoot(
  wanted: KubeObject,
  before: KubeObject | undefined,
  context: GardenerAdmission,
): KubeObject {
  const shoot = readableShoot(withBlocks(wanted));
  const old = before && readableShoot(before);
  if (!shoot || (before && !old)) return wanted;
  const changes = !old || !semanticallyEqual(old.spec, shoot.spec);
  const deleting = shoot.metadata.deletionTimestamp !== undefined;
  const spec = changes && !deleting ? mutatedSpec(shoot, old, context) : shoot.spec;
  const marked = withWriteAnnotations({ ...shoot, spec }, old, context.user.name);
  // Labels are derived before images are defaulted, so a pool's image label is set by the next write.
  return withExtensionLabels(marked, usedExtensionsOf(shoot));
}

/** Adds the blocks that are non-pointer structs in Go, and removes empty lists. */
function withBlocks(object: KubeObject): KubeObject {
  const given = withoutEmptyLists(fieldAt(object, "spec"));
  const spec = isRecord(given) ? given : {};
  return { ...object, ...{ spec: { ...spec, kubernetes: spec.kubernetes ?? {}, provider: spec.provider ?? {} } } };
}

function mutatedSpec(shoot: Shoot, old: Shoot | undefined, context: GardenerAdmission): ShootSpec {
  const defaulted = { ...shoot, spec: defaultedSpec(shoot, old, context) };
  const profile = effectiveProfileOf(context.garden, defaulted);
  if (profile.ok) {
    const view = { profile: profile.value, nowMs: context.now.getTime(), rules: context.rules };
    return resolvedSpec(defaulted, old, view);
  }
  if (profile.error === "PROFILE_NOT_FOUND") throw internalError(absentProfile(defaulted));
  // Without a profile there are no versions to choose from; validation reports that.
  return defaulted.spec;
}

function absentProfile({ spec }: Shoot): string {
  const { kind = "CloudProfile", name } = spec.cloudProfile ?? { name: spec.cloudProfileName ?? "" };
  return `could not find referenced cloud profile: ${kind.toLowerCase()}.core.gardener.cloud ${JSON.stringify(name)} not found`;
}

function defaultedSpec(shoot: Shoot, old: Shoot | undefined, context: GardenerAdmission): ShootSpec {
  const { garden, rules } = context;
  const spec = withProfileReference(withDnsCredentials(apiDefaults(shoot, rules), rules));
  if (old) return withDomain({ ...shoot, spec }, garden);
  const tolerations = defaultTolerations({
    operation: "create",
    tolerations: spec.tolerations ?? [],
    globalDefaults: [],
    projectDefaults: projectOfNamespace(garden, shoot.metadata.namespace)?.spec.tolerations?.defaults ?? [],
  });
  const tolerant = { ...withAutoRotation(spec, rules), ...(tolerations.length > 0 && { tolerations }) };
  return withDomain({ ...shoot, spec: tolerant }, garden);
}

/** Replaces the deprecated `cloudProfileName` by the equivalent reference. */
function withProfileReference(spec: ShootSpec): ShootSpec {
  const { cloudProfileName, ...rest } = spec;
  if (!cloudProfileName) return spec;
  if (!spec.cloudProfile) return { ...rest, cloudProfile: { kind: "CloudProfile", name: cloudProfileName } };
  return spec.cloudProfile.name === cloudProfileName ? rest : spec;
}

interface Resolution {
  readonly profile: CloudProfileSpec;
  readonly nowMs: number;
  readonly rules: GardenerRules;
}

/** Completes partial versions and sets default images from the current CloudProfile. */
function resolvedSpec(shoot: Shoot, old: Shoot | undefined, { profile, nowMs, rules }: Resolution): ShootSpec {
  const { spec } = shoot;
  const prepared = prepareProfile(profile);
  const view = admissionViewAt(nowMs, rules);
  const causes: KubeStatusCause[] = [];
  const kubernetes = (field: string, requested: string): string => {
    const version = defaultKubernetes(requested, prepared.kubernetes, view);
    if (!version.ok)
      causes.push(fieldCause("Invalid", field, `${JSON.stringify(requested)}: ${fieldErrorMessage(version.error)}`));
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
    if (!image.ok) causes.push(fieldCause("Invalid", `${path}.machine.image`, fieldErrorMessage(image.error)));
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
  if (causes.length > 0) throw forbiddenError(shoots, shoot.metadata.name, causesMessage(causes));
  return {
    ...spec,
    kubernetes: { ...spec.kubernetes, version },
    ...(workers.length > 0 && { provider: { ...spec.provider, workers } }),
  };
}
