import type { CapabilityDefinition, MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { isForArchitecture } from "../versions/capabilities.ts";
import { type ClassificationContext, classifyVersion, isActive } from "../versions/classify.ts";
import { compareVersionTexts } from "../versions/constraint.ts";
import { allowsInPlaceUpdateFrom, allowsKubelet, isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { parseVersion } from "../versions/parse.ts";
import type { PreparedImage } from "../versions/prepared-profile.ts";
import type { ImageRequest, OfferedImages } from "./default-version.ts";
import type { ProfileAdmissionContext } from "./one-supported.ts";

/**
 * The Kubernetes versions that may be requested: active ones for a new Shoot or pool, every listed one for an update.
 *
 * @param isNew a new Shoot, or a new pool of an existing one
 * @source Gardener: plugin/pkg/shoot/validator, validateKubernetesVersionConstraints
 */
export function offeredKubernetes(
  versions: readonly ListedVersion[],
  isNew: boolean,
  reading: ClassificationContext,
): readonly ListedVersion[] {
  return isNew ? versions.filter((listed) => isActive(listed, reading)) : versions;
}

/** A requested Kubernetes version. */
export interface KubernetesRequest {
  readonly versions: readonly ListedVersion[];
  /** The current version; empty for a new Shoot, and the control plane's version for a new pool. */
  readonly from: string;
  readonly to: string;
  /** True for a new Shoot and for a new pool of an existing one. */
  readonly isNew: boolean;
}

/**
 * Whether the profile offers the version: an unchanged one is never checked, a new Shoot or pool needs a listed and
 * active one, and an update a listed one with exactly the same text. Consecutive forced updates rely on the first rule.
 *
 * @param reading how the API server reads the profile
 * @source Gardener: plugin/pkg/shoot/validator, validateKubernetesVersionConstraints
 */
export function offersKubernetes(
  { versions, from, to, isNew }: KubernetesRequest,
  reading: ClassificationContext,
): boolean {
  if (from === to) return true;
  const listed = versions.find(({ text }) => text === to);
  return listed !== undefined && (!isNew || isActive(listed, reading));
}

/** Why a pool may not use a listed image version. */
export type ImageRejection = "architecture" | "inactive" | "inPlaceUnsupported" | "inPlaceFromCurrent";

/** The capabilities that a landscape's API server validates. */
export function capabilitiesCheckedByAdmission(
  { capabilities }: Pick<OfferedImages, "capabilities">,
  { rules }: ProfileAdmissionContext,
): readonly CapabilityDefinition[] {
  // The rule is not read without capabilities: forecasts can only be shared if the rules that they read are equal.
  return capabilities.length > 0 && rules("image.capabilities.admission") === "checked" ? capabilities : [];
}

/** The versions of an image by text; the first one among equal texts. */
const versionsByText = memoizePerObject(({ versions }: PreparedImage) => {
  return new Map(versions.toReversed().map((listed) => [listed.text, listed]));
});

/** The profile's entry of an image. The name is case-sensitive here, unlike in maintenance. */
export function listedImageVersion(
  images: readonly PreparedImage[],
  used: ImageRequest["image"],
): ListedVersion<MachineImageVersion> | undefined {
  const image = images.find(({ name }) => name === used?.name);
  const version = used?.version ?? undefined;
  return image && version !== undefined ? versionsByText(image).get(version) : undefined;
}

/** Whether a pool may use an image version: active, or expired and not below the pool's old version of any image. */
function isUsable(listed: ListedVersion, { oldImage }: ImageRequest, { reading }: ProfileAdmissionContext): boolean {
  if (isActive(listed, reading)) return true;
  if (!oldImage?.version || classifyVersion(listed, reading) !== "expired") return false;
  const reached = compareVersionTexts(listed.text, ">=", oldImage.version);
  return reached.ok && reached.value;
}

function inPlaceObjection(
  { entry }: ListedVersion<MachineImageVersion>,
  { oldImage, pool }: ImageRequest,
): readonly ImageRejection[] {
  if (!isPoolUpdatedInPlace(pool)) return [];
  if (!oldImage) return entry.inPlaceUpdates?.supported ? [] : ["inPlaceUnsupported"];
  return allowsInPlaceUpdateFrom(entry, oldImage.version ?? "") ? [] : ["inPlaceFromCurrent"];
}

/**
 * Why a pool may not use a listed image version, empty when it may. Only checked when the image or the architecture
 * changes. Capabilities are checked separately.
 *
 * @param request `oldImage` is undefined for a new pool
 * @source Gardener: plugin/pkg/shoot/validator, validateMachineImagesConstraints
 */
export function findImageRejections(
  listed: ListedVersion<MachineImageVersion>,
  request: ImageRequest,
  { offered, view }: { readonly offered: Pick<OfferedImages, "capabilities">; readonly view: ProfileAdmissionContext },
): readonly ImageRejection[] {
  const suits = isForArchitecture(
    listed.entry,
    request.pool.architecture,
    capabilitiesCheckedByAdmission(offered, view),
  );
  return [
    ...(suits ? [] : ["architecture" as const]),
    ...(isUsable(listed, request, view) ? [] : ["inactive" as const]),
    ...inPlaceObjection(listed, request),
  ];
}

/** The versions of the requested image that the pool may use. */
export function offeredImageVersions(
  request: ImageRequest,
  { offered, view }: { readonly offered: OfferedImages; readonly view: ProfileAdmissionContext },
): readonly ListedVersion<MachineImageVersion>[] {
  const image = offered.images.find(({ name }) => name === request.image?.name);
  return (image?.versions ?? []).filter(
    (listed) => findImageRejections(listed, request, { offered, view }).length === 0,
  );
}

/**
 * Whether an image version supports a kubelet version. The API server checks this on every write, but only for listed
 * images.
 *
 * @source Gardener: plugin/pkg/shoot/validator, validateKubeletVersionConstraint
 */
export function imageAdmitsKubelet(listed: ListedVersion<MachineImageVersion> | undefined, kubelet: string): boolean {
  const version = parseVersion(kubelet);
  return listed === undefined || !version.ok || allowsKubelet(listed.entry, version.value);
}
