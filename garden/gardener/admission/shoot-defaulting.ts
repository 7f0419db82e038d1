import "server-only";
import { ApiError, fieldErrorCause, forbiddenError, internalError } from "#garden/api/errors/api-error.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { findProfileNamedTwice } from "#lib/policy/admission/find-new-shoot-errors.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { resolveKubernetesVersion, resolvePoolImage } from "#lib/policy/profiles/default-version.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { defaultTolerations } from "#lib/policy/scheduling/tolerations.ts";
import { withDnsCredentials } from "#lib/policy/spec-validation/dns.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { fieldErrorMessage, formatErrorCauses } from "../rules/field-error-messages.ts";
import {
  asWellFormedShoot,
  effectiveProfileOf,
  type GardenerAdmission,
  projectOfNamespace,
} from "../rules/shoot-rules.ts";
import { withoutEmptyLists } from "./empty-lists.ts";
import { usedExtensionsOf, withExtensionLabels } from "./extension-labels.ts";
import { withWriteAnnotations } from "./shoot-annotations.ts";
import { shootSpecWithDefaultDomain } from "./shoot-domain.ts";
import { shootSpecWithSeedRanges } from "./shoot-ranges.ts";
import {
  shootSpecWithApiDefaults,
  withAutomaticEtcdKeyRotation,
  withVerticalPodAutoscaler,
} from "./shoot-spec-with-api-defaults.ts";

/**
 * Defaulting and mutating admission of Shoots: API defaults, tolerations, DNS domain and ranges of the network, then versions and images
 * completed from the CloudProfile, then annotations and labels. A write without spec changes gets no new defaults.
 * @throws ApiError 500 for a missing seed or CloudProfile, as Gardener's own admission answers
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, plugin/pkg/shoot/dns, plugin/pkg/shoot/mutator
 */
export function applyShootDefaults(
  wanted: KubeObject,
  before: KubeObject | undefined,
  context: GardenerAdmission,
): KubeObject {
  const shoot = asWellFormedShoot(withBlocks(wanted));
  const old = before && asWellFormedShoot(before);
  if (!shoot || (before && !old)) return wanted;
  const changes = !old || !semanticallyEqual(old.spec, shoot.spec);
  const deleting = shoot.metadata.deletionTimestamp !== undefined;
  const spec = changes && !deleting ? mutatedSpec(shoot, old, context) : shoot.spec;
  const marked = withWriteAnnotations({ ...shoot, spec }, old, context.user.name);
  // As in Gardener, labels are derived before images are defaulted; the next write labels a default image.
  return withExtensionLabels(marked, usedExtensionsOf(shoot));
}

/** Adds empty objects for fields that are never nil in Go, and removes empty lists. */
function withBlocks(object: KubeObject): KubeObject {
  const given = withoutEmptyLists(fieldAt(object, "spec"));
  const spec = isRecord(given) ? given : {};
  return { ...object, ...{ spec: { ...spec, kubernetes: spec.kubernetes ?? {}, provider: spec.provider ?? {} } } };
}

function mutatedSpec(shoot: Shoot, old: Shoot | undefined, context: GardenerAdmission): ShootSpec {
  const [twice] = old ? [] : findProfileNamedTwice(shoot.spec);
  if (twice) throw new ApiError(500, "", fieldErrorMessage(twice.code));
  const defaulted = { ...shoot, spec: defaultedSpec(shoot, old, context) };
  const profile = effectiveProfileOf(context.garden, defaulted);
  if (profile.ok) {
    const view = { profile: profile.value, nowMs: context.now.getTime(), rules: context.rules };
    return resolvedSpec(defaulted, old, view);
  }
  if (profile.error === "PROFILE_NOT_FOUND") throw internalError(absentProfile(defaulted));
  // Without a CloudProfile, no versions can be chosen; validation reports the missing CloudProfile.
  return defaulted.spec;
}

function absentProfile({ spec }: Shoot): string {
  const { kind = "CloudProfile", name } = spec.cloudProfile ?? { name: spec.cloudProfileName ?? "" };
  return `could not find referenced cloud profile: ${kind.toLowerCase()}.core.gardener.cloud ${JSON.stringify(name)} not found`;
}

function defaultedSpec(shoot: Shoot, old: Shoot | undefined, context: GardenerAdmission): ShootSpec {
  const { garden, rules } = context;
  const written = withProfileReference(withDnsCredentials(shootSpecWithApiDefaults(shoot, rules), rules));
  const spec = shootSpecWithSeedRanges(written, garden);
  if (old) return shootSpecWithDefaultDomain({ ...shoot, spec }, garden);
  const tolerations = defaultTolerations({
    operation: "create",
    tolerations: spec.tolerations ?? [],
    globalDefaults: [],
    projectDefaults: projectOfNamespace(garden, shoot.metadata.namespace)?.spec.tolerations?.defaults ?? [],
  });
  const completed = withVerticalPodAutoscaler(withAutomaticEtcdKeyRotation(spec, rules));
  const tolerant = { ...completed, ...(tolerations.length > 0 && { tolerations }) };
  return shootSpecWithDefaultDomain({ ...shoot, spec: tolerant }, garden);
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

/** Completes partial versions and sets default machine images from the current CloudProfile. */
function resolvedSpec(shoot: Shoot, old: Shoot | undefined, { profile, nowMs, rules }: Resolution): ShootSpec {
  const { spec } = shoot;
  const prepared = prepareProfile(profile);
  const view = profileAdmissionContextAt(nowMs, rules);
  const causes: KubeStatusCause[] = [];
  const kubernetes = (field: string, requested: string): string => {
    const version = resolveKubernetesVersion(requested, prepared.kubernetes, view);
    if (!version.ok)
      causes.push(
        fieldErrorCause("Invalid", field, `${JSON.stringify(requested)}: ${fieldErrorMessage(version.error)}`),
      );
    return version.ok ? version.value : requested;
  };
  const before = new Map(
    workerPoolsOf(old?.spec ?? { ...spec, provider: { type: "" } }).map((pool) => [pool.name, pool]),
  );
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
    const image = resolvePoolImage(request, { images: prepared.images, capabilities: prepared.capabilities }, view);
    if (!image.ok) causes.push(fieldErrorCause("Invalid", path, fieldErrorMessage(image.error)));
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
  const workers = workerPoolsOf(spec).map(pool);
  if (causes.length > 0) throw forbiddenError(shoots, shoot.metadata.name, formatErrorCauses(causes));
  return {
    ...spec,
    kubernetes: { ...spec.kubernetes, version },
    ...(workers.length > 0 && { provider: { ...spec.provider, workers } }),
  };
}
