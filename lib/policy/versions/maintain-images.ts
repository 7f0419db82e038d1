import type { MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { ClassificationContext } from "./classify.ts";
import {
  type DecisionFailure,
  decide,
  type MaintenanceOutcome,
  maintenanceOutcomeOf,
  type Steps,
  updateTriggerOf,
} from "./decide.ts";
import { currentVersion } from "./exclusion.ts";
import { imageVersionListed } from "./filter-image.ts";
import type { ListedVersion } from "./listed-version.ts";
import { parseVersion, type Version } from "./parse.ts";
import { majorAuto, minorAuto, patchAuto, type VersionPickInput } from "./pick.ts";
import { forceNextMajor, forceNextMinor } from "./pick-next-higher.ts";
import { findImage, type PreparedImage, type PreparedProfile } from "./prepared-profile.ts";

type ImageSteps = Steps<MachineImageVersion>;

/** Strategy `major` has no forced step: with nothing valid left, the image has reached its end of life. */
function endOfLife({
  current,
}: VersionPickInput): Result<ListedVersion<MachineImageVersion> | undefined, DecisionFailure> {
  return fail({ code: "IMAGE_END_OF_LIFE", text: current.text });
}

/** The steps of an image's update strategy; an unknown strategy counts as `major`. */
function stepsOf(strategy: string): ImageSteps {
  if (strategy === "patch") return { auto: patchAuto, force: forceNextMinor };
  if (strategy === "minor") return { auto: minorAuto, force: forceNextMajor };
  return { auto: majorAuto, force: endOfLife };
}

/**
 * The target version of an image by its update strategy.
 *
 * @param image filtered to what fits the pool
 * @param mustLeave whether the version in use is expired or not in the profile
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance/helper, DetermineMachineImageVersion
 */
export function determineImage(
  { strategy, versions }: PreparedImage,
  used: Worker["machine"]["image"],
  { reading, mustLeave }: { readonly reading: ClassificationContext; readonly mustLeave: boolean },
): Result<ListedVersion<MachineImageVersion> | undefined, DecisionFailure> {
  return decide({ versions, current: currentVersion(used?.version), reading }, stepsOf(strategy), mustLeave);
}

/** Why the images of this and all further pools stay unchanged. The controller only logs it. */
export type ImageAbort = "MACHINE_TYPE_NOT_IN_PROFILE" | "IMAGE_NOT_IN_PROFILE" | "INVALID_VERSION" | "IMAGE_MISSING";

/** Facts about a pool that a run needs for its image. */
export interface PoolFacts {
  readonly image: PreparedImage;
  readonly machineType: MachineType;
  readonly kubelet: Version;
}

/**
 * Looks up a pool in its profile.
 *
 * @param controlPlane the control plane's version from before the run
 * @returns error: why the images of this pool and all further ones stay unchanged
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, maintainMachineImages
 */
export function factsOf(worker: Worker, controlPlane: string, profile: PreparedProfile): Result<PoolFacts, ImageAbort> {
  const machineType = profile.machineTypes.get(worker.machine.type);
  if (!machineType) return fail("MACHINE_TYPE_NOT_IN_PROFILE");
  if (!worker.machine.image?.name) return fail("IMAGE_MISSING");
  const image = findImage(profile.images, worker.machine.image.name);
  if (!image) return fail("IMAGE_NOT_IN_PROFILE");
  const kubelet = parseVersion(worker.kubernetes?.version || controlPlane);
  return kubelet.ok ? ok({ image, machineType, kubelet: kubelet.value }) : fail("INVALID_VERSION");
}

/** An instant, and whether automatic updates of images are on. */
export interface ImageView {
  readonly reading: ClassificationContext;
  readonly autoUpdate: boolean;
}

/**
 * Outcome of a run for one pool's image.
 *
 * @param fitting the image with only the versions that fit the pool
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, maintainMachineImages
 */
export function maintainFittingImage(
  fitting: PreparedImage,
  used: Worker["machine"]["image"],
  view: ImageView,
): MaintenanceOutcome {
  const trigger = updateTriggerOf(imageVersionListed(fitting, used), view.autoUpdate, view.reading);
  if (trigger === undefined) return { outcome: "none" };
  const mustLeave = trigger !== "AUTO_UPDATE";
  return maintenanceOutcomeOf(trigger, determineImage(fitting, used, { reading: view.reading, mustLeave }));
}
