import type { CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import {
  applyMachineAndVolumeTypeDefaults,
  profileSpecStoredOnUpdate,
  profileSpecValidatedOnUpdate,
} from "#lib/policy/profiles/default-profile.ts";
import { mergedProfile } from "#lib/policy/profiles/effective-profile.ts";
import type { ProfileAdmissionContext } from "#lib/policy/profiles/one-supported.ts";
import type { ProfileError } from "#lib/policy/profiles/profile-error.ts";
import {
  validateImageOverrides,
  validateMergedProfile,
  validateNamespacedProfile,
} from "#lib/policy/profiles/validate-namespaced.ts";
import {
  namespacedSpecStoredByApiServer,
  type OverrideError,
  validateKubernetesOverride,
} from "#lib/policy/profiles/validate-override.ts";
import { validateProfile, validateProfileUpdate } from "#lib/policy/profiles/validate-profile.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { admissionViewOf } from "../vector/view-of-vector.ts";

/** Validation errors as Gardener reports them: type and path, without duplicates. */
function placesOf(faults: readonly (ProfileError | OverrideError)[]): readonly string[] {
  return [...new Set(faults.map(({ path, type }) => `${path} ${type}`))].sort();
}

/** Compared fields of a stored profile: those that the API server can set by default. */
function offerOf({ machineImages, machineTypes }: CloudProfileSpec) {
  return {
    machineImages: (machineImages ?? []).map(({ name, updateStrategy, versions }) => ({
      name,
      updateStrategy,
      versions: (versions ?? []).map(({ version, architectures, capabilityFlavors }) => ({
        version,
        architectures: architectures ?? [],
        capabilityFlavors: capabilityFlavors ?? [],
      })),
    })),
    machineTypes: (machineTypes ?? []).map(({ name, usable, architecture, capabilities }) => ({
      name,
      usable,
      architecture: architecture ?? null,
      capabilities: capabilities ?? {},
    })),
  };
}

interface OfferCase {
  readonly before: CloudProfileSpec;
  readonly after: CloudProfileSpec;
  readonly now: string;
}

interface ExtensionCase {
  readonly parent: CloudProfileSpec;
  readonly before: Pick<NamespacedCloudProfile, "spec" | "status"> | null;
  readonly after: NamespacedCloudProfile["spec"];
  readonly now: string;
}

/** API server's response: all validation errors or, without any, those of the first failing admission plugin. */
function extensionPlaces(
  { parent, before, spec }: ExtensionCase & Pick<NamespacedCloudProfile, "spec">,
  view: ProfileAdmissionContext,
): readonly string[] {
  const own = validateNamespacedProfile(spec, view);
  if (own.length > 0) return placesOf(own);
  if (before && semanticallyEqual(applyMachineAndVolumeTypeDefaults(before.spec), spec)) return [];
  const override = {
    versions: spec.kubernetes?.versions ?? [],
    oldMerged: before ? (before.status?.cloudProfileSpec?.kubernetes?.versions ?? []) : undefined,
  };
  // These errors name no field.
  if (validateKubernetesOverride(override, parent, view).some(({ stage }) => stage === "parent")) return ["refused"];
  const images = validateImageOverrides({ spec, before: before ?? undefined, parent }, view);
  return placesOf(images.length > 0 ? images : validateMergedProfile(spec, parent, view));
}

export const cloudProfileOfferAdapters: VectorAdapters = {
  "cp-offer": createVectorAdapter<OfferCase>(({ before, after, now }, vector) => {
    const view = admissionViewOf({ lifecycleGate: true, now }, vector);
    const spec = profileSpecValidatedOnUpdate(after, before);
    const errors = placesOf([...validateProfile(spec, view), ...validateProfileUpdate(before, spec, view)]);
    return { errors, ...(errors.length === 0 && { stored: offerOf(profileSpecStoredOnUpdate(after, before)) }) };
  }, "sets"),
  "ncp-offer": createVectorAdapter<ExtensionCase>((input, vector) => {
    const view = admissionViewOf({ lifecycleGate: true, now: input.now }, vector);
    const spec = namespacedSpecStoredByApiServer(
      applyMachineAndVolumeTypeDefaults(input.after),
      input.before?.spec,
      view,
    );
    const errors = extensionPlaces({ ...input, spec }, view);
    const { parent: _, ...override } = spec;
    return { errors, ...(errors.length === 0 && { merged: offerOf(mergedProfile(input.parent, override)) }) };
  }, "sets"),
};
