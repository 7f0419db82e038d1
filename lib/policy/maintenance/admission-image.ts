import type { Worker } from "#lib/garden/shoot.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { type ImageObjection, imageObjections, listedImageVersion } from "../profiles/offered-versions.ts";
import { isInPlace } from "../versions/filter-image.ts";
import { inPlaceImageFault } from "../versions/in-place-image-fault.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { admissionReadingAt } from "../versions/reading.ts";
import type { ImageViolationCode } from "./violation.ts";

/** The image version of an existing pool before and after a change that changes it. */
export interface ImageChange {
  readonly pool: Worker;
  readonly before: string;
  readonly after: string;
}

/** A profile and the instant at which the API server looks at it: epoch milliseconds. */
export interface ProfileAtInstant {
  readonly profile: PreparedProfile;
  readonly now: number;
  readonly rules: EditionRules;
}

const codes: Readonly<Record<ImageObjection, ImageViolationCode>> = {
  architecture: "IMAGE_ARCHITECTURE",
  inactive: "IMAGE_INACTIVE",
  inPlaceUnsupported: "IMAGE_INPLACE",
  inPlaceFromCurrent: "IMAGE_INPLACE",
};

/**
 * What the API server objects to first when the version of a pool's image changes.
 *
 * @source Gardener: plugin/pkg/shoot/validator, validateMachineImagesConstraints
 */
export function imageViolation(
  { pool, before, after }: ImageChange,
  { profile, now, rules }: ProfileAtInstant,
): ImageViolationCode | undefined {
  const name = pool.machine.image?.name ?? "";
  const image = { name, version: after };
  const listed = listedImageVersion(profile.images, image);
  if (listed === undefined) return "IMAGE_NOT_LISTED";
  const architecture = pool.machine.architecture || "amd64";
  const request = {
    image,
    oldImage: { name, version: before },
    pool: { architecture, updateStrategy: pool.updateStrategy ?? null },
  };
  const view = { reading: admissionReadingAt(now, rules), rules };
  const [objection] = imageObjections(listed, request, { offered: profile, view });
  if (objection !== undefined) return codes[objection];
  return isInPlace(pool) && inPlaceImageFault(before, after, rules) !== undefined ? "IMAGE_DOWNGRADE" : undefined;
}
