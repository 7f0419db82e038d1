import "server-only";
import type {
  CloudProfile,
  CloudProfileSpec,
  MachineImage,
  NamespacedCloudProfile,
} from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { cloudProfiles, namespacedCloudProfiles, shoots } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { profileReference } from "#lib/policy/profiles/effective-profile.ts";
import type { AdmissionView } from "#lib/policy/profiles/one-supported.ts";
import type { ProfileFault, ProfileFaultCode } from "#lib/policy/profiles/profile-fault.ts";
import {
  type OverrideFault,
  storedOverrides,
  validateImageOverride,
  validateKubernetesOverride,
  validateOwnOverride,
} from "#lib/policy/profiles/validate-override.ts";
import {
  admissionViewAt,
  storedOnCreation,
  validateProfile,
  validateProfileUpdate,
} from "#lib/policy/profiles/validate-profile.ts";
import {
  type InUse,
  nodesAboveLimit,
  overridesInUse,
  removalOf,
  versionsInUse,
} from "#lib/policy/profiles/versions-in-use.ts";
import { badRequest, forbidden, plainError } from "../../api/errors/api-error.ts";
import type { AdmissionContext, GardenReader, Strategy } from "../../api/registry/resource-definition.ts";
import { fieldCause } from "../rules/shoot-fault-words.ts";
import { typedObject } from "../rules/shoot-rules.ts";

type Viewer = (context: AdmissionContext) => AdmissionView;

/** How versions are seen at the time of a write. */
function viewUnder(rules: EditionRules): Viewer {
  return ({ now }) => admissionViewAt(now.getTime(), rules);
}

function listTyped<Item extends KubeObject>(
  garden: GardenReader,
  ...where: Parameters<GardenReader["list"]>
): readonly Item[] {
  return garden.list(...where).flatMap((object) => typedObject<Item>(object) ?? []);
}

function asProfile(object: KubeObject): CloudProfile {
  const profile = typedObject<CloudProfile>(object);
  if (!profile) throw new Error("a stored object has a name");
  return { ...profile, spec: profile.spec ?? {} };
}

function asNamespaced(object: KubeObject): NamespacedCloudProfile {
  const profile = typedObject<NamespacedCloudProfile>(object);
  if (!profile) throw new Error("a stored object has a name");
  return { ...profile, spec: profile.spec ?? { parent: { name: "" } } };
}

/** @source Gardener: pkg/apiserver/registry/core/cloudprofile, plugin/pkg/global/resourcereferencemanager */
export function cloudProfileStrategy(rules: EditionRules): Strategy {
  const viewOf = viewUnder(rules);
  return {
    hasGeneration: true,
    hasStatus: true,
    finalizers: ["gardener"],
    prepareForCreate(object, context) {
      const profile = asProfile(object);
      return { ...profile, spec: storedOnCreation(profile.spec, viewOf(context)) };
    },
    validate: (object, context) => validateProfile(asProfile(object).spec, viewOf(context)).map(profileCause),
    validateUpdate: (before, after, context) =>
      validateProfileUpdate(asProfile(before).spec, asProfile(after).spec, viewOf(context)).map(profileCause),
    admit(wanted, before, { garden }) {
      if (before === undefined) return;
      const { name } = wanted.metadata;
      const change = { name, before: asProfile(before).spec, after: asProfile(wanted).spec };
      const users = {
        shoots: listTyped<Shoot>(garden, shoots),
        namespacedProfiles: listTyped<NamespacedCloudProfile>(garden, namespacedCloudProfiles),
      };
      const inUse = versionsInUse(change, users);
      if (inUse.length > 0) throw forbidden(cloudProfiles, name, inUse.map(inUseText).join(", "));
    },
  };
}

/** @source Gardener: pkg/apiserver/registry/core/namespacedcloudprofile, plugin/pkg/namespacedcloudprofile/validator */
export function namespacedCloudProfileStrategy(rules: EditionRules): Strategy {
  const viewOf = viewUnder(rules);
  return {
    hasGeneration: true,
    hasStatus: true,
    finalizers: ["gardener"],
    mutate: (wanted, before, context) => {
      const profile = asNamespaced(wanted);
      const changed = before === undefined || !semanticallyEqual(asNamespaced(before).spec, profile.spec);
      return changed ? withStoredOverrides(profile, before && asNamespaced(before), viewOf(context)) : wanted;
    },
    validate: () => [],
    validateCreate: (object, context) => staticCauses(asNamespaced(object), viewOf(context)),
    validateUpdate: (before, after, context) => {
      const [old, next] = [asNamespaced(before), asNamespaced(after)];
      if (semanticallyEqual(old.spec, next.spec)) return [];
      if (!semanticallyEqual(old.spec.parent, next.spec.parent)) {
        return [fieldCause("Invalid", "spec.parent", `${JSON.stringify(next.spec.parent)}: field is immutable`)];
      }
      return staticCauses(next, viewOf(context));
    },
    admit(wanted, before, context) {
      const [old, next] = [before && asNamespaced(before), asNamespaced(wanted)];
      if (old && semanticallyEqual(old.spec, next.spec)) return;
      const parent = parentOf(next, context.garden);
      if (parent === undefined) throw badRequest("parent CloudProfile could not be found");
      refuseOverrides(next, old, { parent, view: viewOf(context) });
      if (old === undefined) return;
      const { name, namespace } = next.metadata;
      const users = listTyped<Shoot>(context.garden, shoots, namespace).filter(({ spec }) => {
        const reference = profileReference(spec);
        return reference?.kind === "NamespacedCloudProfile" && reference.name === name;
      });
      const removal = removalOf(old.spec, next.spec);
      const inUse = [
        ...overridesInUse(removal, parent, { shoots: users, view: viewOf(context) }),
        ...nodesAboveLimit(old.spec, next.spec, users),
      ];
      if (inUse.length > 0) throw forbidden(namespacedCloudProfiles, name, inUse.map(inUseText).join(", "));
    },
  };
}

function parentOf({ spec }: NamespacedCloudProfile, garden: GardenReader): CloudProfileSpec | undefined {
  return typedObject<CloudProfile>(garden.get(cloudProfiles, undefined, spec.parent?.name ?? ""))?.spec;
}

/** Overrides that are over are dropped without a word, and with them images that have nothing else to say. */
function withStoredOverrides(
  profile: NamespacedCloudProfile,
  before: NamespacedCloudProfile | undefined,
  view: AdmissionView,
): NamespacedCloudProfile {
  const { spec } = profile;
  const images = (spec.machineImages ?? []).flatMap((image): readonly MachineImage[] => {
    const old = before?.spec.machineImages?.find(({ name }) => name === image.name)?.versions ?? undefined;
    const versions = storedOverrides(before && (old ?? []), image.versions ?? [], view);
    return versions.length > 0 || image.updateStrategy ? [{ ...image, versions }] : [];
  });
  const kubernetes = spec.kubernetes && {
    ...spec.kubernetes,
    versions: storedOverrides(before && (before.spec.kubernetes?.versions ?? []), spec.kubernetes.versions ?? [], view),
  };
  return {
    ...profile,
    spec: { ...spec, ...(kubernetes && { kubernetes }), ...(spec.machineImages && { machineImages: images }) },
  };
}

interface Overriding {
  readonly parent: CloudProfileSpec;
  readonly view: AdmissionView;
}

function overrideFaults(
  { spec }: NamespacedCloudProfile,
  before: NamespacedCloudProfile | undefined,
  { parent, view }: Overriding,
): readonly OverrideFault[] {
  const override = {
    versions: spec.kubernetes?.versions ?? [],
    oldMerged: before && (before.status?.cloudProfileSpec?.kubernetes?.versions ?? []),
  };
  return validateKubernetesOverride(override, parent, view);
}

/** @source Gardener: pkg/api/core/validation/namespacedcloudprofile.go, ValidateNamespacedCloudProfile */
function staticCauses({ spec }: NamespacedCloudProfile, view: AdmissionView): readonly KubeStatusCause[] {
  const { parent, kubernetes } = spec;
  return [
    ...(parent?.name ? [] : [fieldCause("Required", "spec.parent.name", "must provide a parent name")]),
    ...validateOwnOverride(kubernetes?.versions ?? [], view).map(overrideCause),
  ];
}

/**
 * The plugin answers with plain errors, of which the API server makes a 500: the first about Kubernetes, then images
 * together, then the merged profile.
 */
function refuseOverrides(
  next: NamespacedCloudProfile,
  old: NamespacedCloudProfile | undefined,
  overriding: Overriding,
): void {
  const faults = overrideFaults(next, old, overriding);
  const compared = faults.find(({ stage }) => stage === "parent");
  if (compared) throw plainError(overrideText(compared));
  const images = imageOverrideCauses(next, old, overriding.parent).map(
    ({ field = "", message = "" }) => `${field}: ${message}`,
  );
  if (images.length > 0) throw plainError(images.length === 1 ? images.join() : `[${images.join(", ")}]`);
  const merged = faults.find(({ stage }) => stage === "merged");
  if (merged) throw plainError(`error while validating merged NamespacedCloudProfile: ${overrideText(merged)}`);
}

function imageOverrideCauses(
  { spec }: NamespacedCloudProfile,
  old: NamespacedCloudProfile | undefined,
  parent: CloudProfileSpec,
): readonly KubeStatusCause[] {
  const parentHasCapabilities = (parent.machineCapabilities ?? []).length > 0;
  return (spec.machineImages ?? []).flatMap(({ name, versions }, image) =>
    (versions ?? []).flatMap((version, index) => {
      const isIn = (profile: Pick<CloudProfileSpec, "machineImages"> | undefined) => {
        const known = profile?.machineImages?.find((one) => one.name === name)?.versions ?? [];
        return known.some((one) => one.version === version.version);
      };
      const path = `spec.machineImages[${image}].versions[${index}]`;
      const place = { existsInParent: isIn(parent), alreadyInOldSpec: isIn(old?.spec), parentHasCapabilities };
      const { forbidden: fixed, expirationRequired } = validateImageOverride(version, place);
      const causes = fixed.map((field) => fieldCause("Forbidden", `${path}.${field}`, "cannot be overridden"));
      if (expirationRequired)
        causes.push(fieldCause("Required", `${path}.expirationDate`, "an expiration date is required"));
      return causes;
    }),
  );
}

function overrideCause({ type, path, code, version }: OverrideFault): KubeStatusCause {
  const words = { ...profileWords, ...overrideWords }[code];
  return fieldCause(type, path, version === undefined ? words : `${JSON.stringify(version)}: ${words}`);
}

function overrideText(fault: OverrideFault): string {
  const { field = "", message = "" } = overrideCause(fault);
  return `${field}: ${message}`;
}

const profileWords: Readonly<Record<ProfileFaultCode, string>> = {
  NO_VERSIONS: "must provide at least one version",
  NO_IMAGES: "must provide at least one machine image",
  LATEST_UNDETERMINED: "the latest version cannot be determined",
  LATEST_EXPIRES: "the latest version must not expire",
  VERSION_PATTERN: "all versions must have three numbers",
  VERSION_NOT_SEMVER: "must be a semantic version",
  VERSION_DUPLICATE: "the version is listed twice",
  IMAGE_DUPLICATE: "the machine image is listed twice",
  UPDATE_STRATEGY_UNKNOWN: "must be patch, minor or major",
  CONSTRAINT_UNREADABLE: "cannot be read as a constraint of versions",
  ARCHITECTURE_UNKNOWN: "must be amd64 or arm64",
  CLASSIFICATION_UNKNOWN: "must be preview, supported or deprecated",
  CLASSIFICATION_EXPIRED: "expired is said by the expiration date",
  DATE_UNREADABLE: "cannot be read as a date",
  LIFECYCLE_UNKNOWN_FIELD: "is not known",
  LIFECYCLE_GATE_DISABLED: "lifecycles are not enabled",
  LIFECYCLE_AND_LEGACY: "classification and expirationDate cannot be set beside a lifecycle",
  LIFECYCLE_DUPLICATE: "the stage is listed twice",
  LIFECYCLE_ORDER: "stages must be in the order preview, supported, deprecated, expired",
  LIFECYCLE_START_REQUIRED: "only the first stage may lack a start",
  LIFECYCLE_START_ORDER: "stages must not start before the one that they follow",
  SUPPORTED_OVERLAP: "another version of this minor is supported already",
  TURNED_UNAVAILABLE: "a version cannot become unavailable",
  MAX_NODES_NOT_POSITIVE: "the limit of nodes must be above zero",
  MAX_NODES_LOWERED: "the limit of nodes cannot be lowered",
};

const overrideWords = {
  NOT_IN_PARENT: "the version does not exist in the parent CloudProfile",
  EXPIRATION_REQUIRED: "an expiration date is required",
  EXPIRATION_IN_PAST: "the expiration date must not be in the past",
  CLASSIFICATION_FORBIDDEN: "the classification cannot be overridden",
  MERGED_LATEST_EXPIRES: "the latest version must not expire",
} as const satisfies Partial<Readonly<Record<OverrideFault["code"], string>>>;

function profileCause({ type, path, code }: ProfileFault): KubeStatusCause {
  return fieldCause(type, path, profileWords[code]);
}

function inUseText(inUse: InUse): string {
  switch (inUse.code) {
    case "K8S_IN_USE":
      return `unable to delete Kubernetes version ${JSON.stringify(inUse.version)}: it is still in use by ${inUse.by}`;
    case "IMAGE_VERSION_IN_USE":
      return `unable to delete machine image version '${inUse.image}/${inUse.version}': it is still in use by ${inUse.by}`;
    case "IMAGE_REMOVED_IN_USE":
      return `unable to delete machine image ${JSON.stringify(inUse.image)}: it is still in use by ${inUse.by}`;
    case "IMAGE_ALREADY_DEFINED":
      return `unable to add machine image ${JSON.stringify(inUse.image)}: it is already defined by ${inUse.by}`;
    case "MAX_NODES_EXCEEDED":
      return `the pools of ${inUse.by} need at least ${inUse.nodes} nodes, more than the limit of ${inUse.limit}`;
    default:
      return inUse satisfies never;
  }
}
