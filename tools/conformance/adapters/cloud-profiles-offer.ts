import type { CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { defaultedOnUpdate, defaultTypes, storedOnUpdate } from "#lib/policy/profiles/default-profile.ts";
import { mergedProfile } from "#lib/policy/profiles/effective-profile.ts";
import type { AdmissionView } from "#lib/policy/profiles/one-supported.ts";
import type { ProfileError } from "#lib/policy/profiles/profile-error.ts";
import {
  validateImageOverrides,
  validateMerged,
  validateNamespaced,
} from "#lib/policy/profiles/validate-namespaced.ts";
import {
  type OverrideError,
  storedExtension,
  validateKubernetesOverride,
} from "#lib/policy/profiles/validate-override.ts";
import { validateProfile, validateProfileUpdate } from "#lib/policy/profiles/validate-profile.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";
import { admissionViewOf } from "../vector/view-of-vector.ts";

/** What Gardener says to each: its type and its place, each once. */
function placesOf(faults: readonly (ProfileError | OverrideError)[]): readonly string[] {
  return [...new Set(faults.map(({ path, type }) => `${path} ${type}`))].sort();
}

/** What is compared of a stored profile: all that the API server may fill in. */
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

/** What the API server answers: all that is wrong by itself, or else the first plugin's findings. */
function extensionPlaces(
  { parent, before, spec }: ExtensionCase & Pick<NamespacedCloudProfile, "spec">,
  view: AdmissionView,
): readonly string[] {
  const own = validateNamespaced(spec, view);
  if (own.length > 0) return placesOf(own);
  if (before && semanticallyEqual(defaultTypes(before.spec), spec)) return [];
  const override = {
    versions: spec.kubernetes?.versions ?? [],
    oldMerged: before ? (before.status?.cloudProfileSpec?.kubernetes?.versions ?? []) : undefined,
  };
  // These refusals name no field.
  if (validateKubernetesOverride(override, parent, view).some(({ stage }) => stage === "parent")) return ["refused"];
  const images = validateImageOverrides({ spec, before: before ?? undefined, parent }, view);
  return placesOf(images.length > 0 ? images : validateMerged(spec, parent, view));
}

export const cloudProfileOfferAdapters: Adapters = {
  "cp-offer": adapter<OfferCase>(({ before, after, now }, vector) => {
    const view = admissionViewOf({ lifecycleGate: true, now }, vector);
    const spec = defaultedOnUpdate(after, before);
    const errors = placesOf([...validateProfile(spec, view), ...validateProfileUpdate(before, spec, view)]);
    return { errors, ...(errors.length === 0 && { stored: offerOf(storedOnUpdate(after, before)) }) };
  }, "sets"),
  "ncp-offer": adapter<ExtensionCase>((input, vector) => {
    const view = admissionViewOf({ lifecycleGate: true, now: input.now }, vector);
    const spec = storedExtension(defaultTypes(input.after), input.before?.spec, view);
    const errors = extensionPlaces({ ...input, spec }, view);
    const { parent: _, ...override } = spec;
    return { errors, ...(errors.length === 0 && { merged: offerOf(mergedProfile(input.parent, override)) }) };
  }, "sets"),
};
