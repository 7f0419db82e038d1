import type { MachineImageVersion } from "../../garden/cloud-profile.ts";
import { classify, isActive, type Reading } from "../versions/classify.ts";
import { compareNormalised } from "../versions/constraint.ts";
import { isInPlace, isInPlaceTarget } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { type ImageRequest, type OfferedImages, runsOn } from "./default-version.ts";
import type { AdmissionView } from "./one-supported.ts";

/**
 * The Kubernetes versions that may be asked for: those that are active for something new, every listed one for an
 * update.
 *
 * @param isNew a new Shoot, or a new pool of an existing one
 * @source Gardener: plugin/pkg/shoot/validator, validateKubernetesVersionConstraints
 */
export function offeredKubernetes(
  versions: readonly ListedVersion[],
  isNew: boolean,
  reading: Reading,
): readonly ListedVersion[] {
  return isNew ? versions.filter((listed) => isActive(listed, reading)) : versions;
}

/** Why an image version that is listed may not be used by a pool. */
export type ImageObjection = "architecture" | "inactive" | "inPlaceUnsupported" | "inPlaceFromCurrent";

function isAtLeast(version: string, other: string): boolean {
  const reached = compareNormalised(version, ">=", other);
  return reached.ok && reached.value;
}

/** Active, or expired and not below what the pool has: even if that is another image. */
function isUsable(listed: ListedVersion, { oldImage }: ImageRequest, { reading }: AdmissionView): boolean {
  if (isActive(listed, reading)) return true;
  if (!oldImage?.version || classify(listed, reading) !== "expired") return false;
  return isAtLeast(listed.text, oldImage.version);
}

function inPlaceObjection(
  { entry }: ListedVersion<MachineImageVersion>,
  { oldImage, pool }: ImageRequest,
): readonly ImageObjection[] {
  if (!isInPlace(pool)) return [];
  if (!oldImage) return entry.inPlaceUpdates?.supported ? [] : ["inPlaceUnsupported"];
  return isInPlaceTarget(entry, oldImage.version ?? "") ? [] : ["inPlaceFromCurrent"];
}

/**
 * Why a pool may not use a listed image version, empty when it may. It is only asked when the image or the architecture
 * changes.
 *
 * @param request `oldImage` is undefined for a new pool
 * @source Gardener: plugin/pkg/shoot/validator, validateMachineImagesConstraints
 */
export function imageObjections(
  listed: ListedVersion<MachineImageVersion>,
  request: ImageRequest,
  { offered, view }: { readonly offered: Pick<OfferedImages, "capabilities">; readonly view: AdmissionView },
): readonly ImageObjection[] {
  return [
    ...(runsOn(listed, request, offered.capabilities) ? [] : ["architecture" as const]),
    ...(isUsable(listed, request, view) ? [] : ["inactive" as const]),
    ...inPlaceObjection(listed, request),
  ];
}

/** The versions of the requested image that the pool may use. */
export function offeredImageVersions(
  request: ImageRequest,
  { offered, view }: { readonly offered: OfferedImages; readonly view: AdmissionView },
): readonly ListedVersion<MachineImageVersion>[] {
  const image = offered.images.find(({ name }) => name === request.image?.name);
  return (image?.versions ?? []).filter((listed) => imageObjections(listed, request, { offered, view }).length === 0);
}
