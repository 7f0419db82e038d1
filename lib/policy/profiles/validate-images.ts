import type { MachineImage, MachineImageVersion } from "../../garden/cloud-profile.ts";
import { parseConstraint } from "../versions/constraint.ts";
import { listVersions } from "../versions/listed-version.ts";
import { parseVersion } from "../versions/parse.ts";
import { type AdmissionView, supportedTwice } from "./one-supported.ts";
import { type ProfileFault, profileFault } from "./profile-fault.ts";
import { validateLifecycle } from "./validate-lifecycle.ts";

const root = "spec.machineImages";
const strategies: ReadonlySet<string> = new Set(["patch", "minor", "major"]);
const architectures: ReadonlySet<string> = new Set(["amd64", "arm64"]);

function validateFields(entry: MachineImageVersion, path: string): readonly ProfileFault[] {
  const faults: ProfileFault[] = [];
  if (!parseVersion(entry.version).ok) faults.push(profileFault("VERSION_NOT_SEMVER", `${path}.version`));
  const minVersion = entry.inPlaceUpdates?.minVersionForUpdate;
  // The server's own path says so, although the field is inPlaceUpdates.minVersionForUpdate.
  if (minVersion && !parseVersion(minVersion).ok) {
    faults.push(profileFault("VERSION_NOT_SEMVER", `${path}.minVersionForInPlaceUpdate`));
  }
  if (entry.kubeletVersionConstraint && !parseConstraint(entry.kubeletVersionConstraint).ok) {
    faults.push(profileFault("CONSTRAINT_UNREADABLE", `${path}.kubeletVersionConstraint`));
  }
  for (const [index, architecture] of (entry.architectures ?? []).entries()) {
    if (!architectures.has(architecture)) {
      faults.push(profileFault("ARCHITECTURE_UNKNOWN", `${path}.architectures[${index}]`));
    }
  }
  return faults;
}

/** @param known names with versions of the entries before this one; those of this one join them */
function validateVersions(image: MachineImage, path: string, { view, known }: ListContext): readonly ProfileFault[] {
  const listed = listVersions(image.versions);
  if (listed.length === 0) return [profileFault("NO_VERSIONS", `${path}.versions`)];
  const twice = supportedTwice(listed, view);
  return listed.flatMap((version, index) => {
    const versionPath = `${path}.versions[${index}]`;
    const key = `${image.name}-${version.text}`;
    const isRepeated = known.has(key);
    known.add(key);
    return [
      ...validateFields(version.entry, versionPath),
      ...(isRepeated ? [profileFault("VERSION_DUPLICATE", versionPath)] : []),
      ...validateLifecycle(version.entry, versionPath, view.rules),
      ...twice.filter((one) => one === version).map(() => profileFault("SUPPORTED_OVERLAP", versionPath)),
    ];
  });
}

interface ListContext {
  readonly view: AdmissionView;
  readonly known: Set<string>;
}

function validateImage(images: readonly MachineImage[], index: number, context: ListContext): readonly ProfileFault[] {
  const image = images[index];
  if (!image) return [];
  const path = `${root}[${index}]`;
  const isRepeated = images.slice(0, index).some(({ name }) => name === image.name);
  const hasUnknownStrategy = Boolean(image.updateStrategy) && !strategies.has(image.updateStrategy ?? "");
  return [
    ...(isRepeated ? [profileFault("IMAGE_DUPLICATE", path)] : []),
    ...(hasUnknownStrategy ? [profileFault("UPDATE_STRATEGY_UNKNOWN", `${path}.updateStrategy`)] : []),
    ...validateVersions(image, path, context),
  ];
}

/**
 * What the API server objects to in a CloudProfile's machine images. Unlike the latest Kubernetes version, the latest
 * image version may expire. A name with a version stands once, also across entries of one name. A missing update strategy, container runtime or architecture is filled in before.
 *
 * @source Gardener: pkg/api/core/validation/utils.go, ValidateMachineImages
 */
export function validateMachineImages(
  machineImages: readonly MachineImage[] | null | undefined,
  view: AdmissionView,
): readonly ProfileFault[] {
  const images = machineImages ?? [];
  if (images.length === 0) return [profileFault("NO_IMAGES", root)];
  const context: ListContext = { view, known: new Set() };
  const isUnreadable = ({ versions }: MachineImage) => versions?.some(({ version }) => !parseVersion(version).ok);
  return [
    ...(images.some(isUnreadable) ? [profileFault("LATEST_UNDETERMINED", root)] : []),
    ...images.flatMap((_, index) => validateImage(images, index, context)),
  ];
}
