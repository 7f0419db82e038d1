import "server-only";
import {
  badRequest,
  fieldErrorCause,
  forbiddenError,
  internalError,
  unwrappedServerError,
} from "#garden/api/errors/api-error.ts";
import { castStored, type GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { AdmissionContext, StorageStrategy } from "#garden/api/registry/resource-definition.ts";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { cloudProfiles, namespacedCloudProfiles, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import {
  applyMachineAndVolumeTypeDefaults,
  applyProfileDefaults,
  syncArchitectures,
} from "#lib/policy/profiles/default-profile.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { changedGuardedFields, verbsOfGuardedFields } from "#lib/policy/profiles/guarded-fields.ts";
import type { ProfileAdmissionContext } from "#lib/policy/profiles/one-supported.ts";
import {
  validateImageOverrides,
  validateMergedProfile,
  validateNamespacedProfile,
} from "#lib/policy/profiles/validate-namespaced.ts";
import { namespacedSpecStoredByApiServer, validateKubernetesOverride } from "#lib/policy/profiles/validate-override.ts";
import {
  profileAdmissionContextAt,
  profileSpecStoredOnCreation,
  validateProfile,
  validateProfileUpdate,
} from "#lib/policy/profiles/validate-profile.ts";
import {
  nodesAboveLimit,
  overridesInUse,
  removedProfileVersionsOf,
  versionsInUse,
} from "#lib/policy/profiles/versions-in-use.ts";
import { withExtensionLabels } from "../admission/extension-labels.ts";
import { causeOfProfileError, profileErrorMessage, profileInUseMessage } from "../rules/profile-error-messages.ts";

type Viewer = (context: AdmissionContext) => ProfileAdmissionContext;

/** The classification of all profile versions at the time of the write. */
function viewUnder(rules: GardenerRules): Viewer {
  return ({ now }) => profileAdmissionContextAt(now.getTime(), rules);
}

function asProfile(object: KubeObject): CloudProfile {
  const profile = castStored<CloudProfile>(object);
  return { ...profile, spec: profile.spec ?? {} };
}

function asNamespaced(object: KubeObject): NamespacedCloudProfile {
  const profile = castStored<NamespacedCloudProfile>(object);
  return { ...profile, spec: profile.spec ?? { parent: { name: "" } } };
}

/**
 * CloudProfiles have no generation.
 * @source Gardener: pkg/apiserver/registry/core/cloudprofile, plugin/pkg/global/{extensionlabels,resourcereferencemanager}
 */
export function cloudProfileStrategy(rules: GardenerRules): StorageStrategy {
  const viewOf = viewUnder(rules);
  return {
    hasGeneration: false,
    hasStatus: true,
    finalizers: ["gardener"],
    mutate(object) {
      const profile = asProfile(object);
      const defaulted: CloudProfile = { ...profile, spec: applyProfileDefaults(profile.spec) };
      return withExtensionLabels(defaulted, [["provider", profile.spec.type ?? ""]]);
    },
    prepareForCreate(object, context) {
      const profile = asProfile(object);
      return { ...profile, spec: profileSpecStoredOnCreation(profile.spec, viewOf(context)) };
    },
    prepareForUpdate: (before, wanted) => withSynced(wanted, asProfile(before).spec),
    canonicalize: (object) => withSynced(object, undefined),
    validateCreate: (object, context) =>
      validateProfile(asProfile(object).spec, viewOf(context)).map(causeOfProfileError),
    validateUpdate(before, after, context) {
      const [old, next] = [asProfile(before).spec, asProfile(after).spec];
      const view = viewOf(context);
      return [...validateProfile(next, view), ...validateProfileUpdate(old, next, view)].map(causeOfProfileError);
    },
    admit(wanted, before, { garden }) {
      if (before === undefined) return;
      const { name } = wanted.metadata;
      const change = { name, before: asProfile(before).spec, after: asProfile(wanted).spec };
      const users = {
        shoots: garden.list<Shoot>({ resource: shoots }),
        namespacedProfiles: garden.list<NamespacedCloudProfile>({ resource: namespacedCloudProfiles }),
      };
      const inUse = versionsInUse(change, users);
      if (inUse.length > 0) throw forbiddenError(cloudProfiles, name, inUse.map(profileInUseMessage).join(", "));
    },
  };
}

function withSynced(object: KubeObject, before: CloudProfileSpec | undefined): KubeObject {
  const profile = asProfile(object);
  const synced: CloudProfile = { ...profile, spec: syncArchitectures(profile.spec, before) };
  return synced;
}

/**
 * Storage rules of NamespacedCloudProfiles. @source Gardener: {registry/core,plugin/pkg}/namespacedcloudprofile,
 * plugin/pkg/global/{extensionlabels,customverbauthorizer,resourcereferencemanager}
 */
export function namespacedCloudProfileStrategy(rules: GardenerRules): StorageStrategy {
  const viewOf = viewUnder(rules);
  return {
    hasGeneration: true,
    hasStatus: true,
    finalizers: ["gardener"],
    mutate(wanted, before, context) {
      const profile = asNamespaced(wanted);
      const spec = applyMachineAndVolumeTypeDefaults(profile.spec);
      if (spec.parent?.kind !== "CloudProfile") throw badRequest("invalid parent kind");
      const parent = parentOf(profile, context.garden);
      if (parent === undefined) {
        throw internalError(`cloudprofile.core.gardener.cloud ${JSON.stringify(spec.parent.name)} not found`);
      }
      const stored = namespacedSpecStoredByApiServer(spec, before && asNamespaced(before).spec, viewOf(context));
      const extension: NamespacedCloudProfile = { ...profile, spec: stored };
      return withExtensionLabels(extension, [["provider", parent.type ?? ""]]);
    },
    validateCreate: (object, context) =>
      validateNamespacedProfile(asNamespaced(object).spec, viewOf(context)).map(causeOfProfileError),
    validateUpdate: (before, after, context) => {
      const [old, next] = [asNamespaced(before), asNamespaced(after)];
      if (semanticallyEqual(old.spec, next.spec)) return [];
      return [
        ...parentCauses(old, next),
        ...validateNamespacedProfile(next.spec, viewOf(context)).map(causeOfProfileError),
      ];
    },
    admit(wanted, before, context) {
      const [old, next] = [before && asNamespaced(before), asNamespaced(wanted)];
      if (old && semanticallyEqual(old.spec, next.spec)) return;
      const parent = parentOf(next, context.garden);
      if (parent === undefined) throw badRequest("parent CloudProfile could not be found");
      if (old) refuseInUse(next, old, { parent, view: viewOf(context), garden: context.garden });
      refuseOverrides(next, old, { parent, view: viewOf(context) });
      refuseWithoutVerb(next, old, context);
    },
  };
}

function parentOf({ spec }: NamespacedCloudProfile, garden: GardenReader): CloudProfileSpec | undefined {
  return garden.get<CloudProfile>({ resource: cloudProfiles, name: spec.parent?.name ?? "" })?.spec;
}

function parentCauses(old: NamespacedCloudProfile, next: NamespacedCloudProfile): readonly KubeStatusCause[] {
  if (semanticallyEqual(old.spec.parent, next.spec.parent)) return [];
  return [fieldErrorCause("Invalid", "spec.parent", `${JSON.stringify(next.spec.parent)}: field is immutable`)];
}

interface Overriding {
  readonly parent: CloudProfileSpec;
  readonly view: ProfileAdmissionContext;
}

/**
 * Refuses invalid overrides of the parent CloudProfile with a 500, because Gardener's admission plugin returns plain
 * errors. Kubernetes versions are checked first, then machine images, then the merged profile.
 */
function refuseOverrides(
  next: NamespacedCloudProfile,
  before: NamespacedCloudProfile | undefined,
  { parent, view }: Overriding,
): void {
  const { spec } = next;
  const override = {
    versions: spec.kubernetes?.versions ?? [],
    oldMerged: before && (before.status?.cloudProfileSpec?.kubernetes?.versions ?? []),
  };
  const compared = validateKubernetesOverride(override, parent, view).find(({ stage }) => stage === "parent");
  if (compared) throw unwrappedServerError(profileErrorMessage(compared));
  const images = validateImageOverrides({ spec, before, parent }, view).map(profileErrorMessage);
  if (images.length > 0) throw unwrappedServerError(images.length === 1 ? images.join() : `[${images.join(", ")}]`);
  const merged = validateMergedProfile(spec, parent, view).map(profileErrorMessage);
  if (merged.length > 0)
    throw unwrappedServerError(`error while validating merged NamespacedCloudProfile: [${merged.join(" ")}]`);
}

function refuseInUse(
  next: NamespacedCloudProfile,
  old: NamespacedCloudProfile,
  { parent, view, garden }: Overriding & { readonly garden: GardenReader },
): void {
  const { name, namespace } = next.metadata;
  const users = garden.list<Shoot>({ resource: shoots, namespace }).filter(({ spec }) => {
    const reference = profileReference(spec);
    return reference?.kind === "NamespacedCloudProfile" && reference.name === name;
  });
  const inUse = [
    ...overridesInUse(removedProfileVersionsOf(old.spec, next.spec), parent, { shoots: users, view }),
    ...nodesAboveLimit(old.spec, next.spec, users),
  ];
  if (inUse.length > 0) throw forbiddenError(namespacedCloudProfiles, name, inUse.map(profileInUseMessage).join(", "));
}

/** Refuses guarded field changes without the custom verb. @source Gardener: plugin/pkg/global/customverbauthorizer */
function refuseWithoutVerb(
  next: NamespacedCloudProfile,
  old: NamespacedCloudProfile | undefined,
  { user, mayUse }: AdmissionContext,
): void {
  for (const field of changedGuardedFields(old?.spec, next.spec)) {
    if (mayUse(verbsOfGuardedFields[field], namespacedCloudProfiles, next)) continue;
    const what = `user ${JSON.stringify(user.name)} is not allowed to modify .spec.${field} for "namespacedcloudprofiles"`;
    throw forbiddenError(namespacedCloudProfiles, next.metadata.name, what);
  }
}
