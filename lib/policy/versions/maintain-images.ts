import type { MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { ClassificationContext } from "./classify.ts";
import {
  type DecisionFailure,
  decideVersionUpdate,
  type MaintenanceOutcome,
  maintenanceOutcomeOf,
  type UpdateStrategySteps,
  updateTriggerOf,
} from "./decide.ts";
import { findImageVersionInProfile } from "./filter-image.ts";
import type { ListedVersion } from "./listed-version.ts";
import { parseVersion, type Version } from "./parse.ts";
import { pickAutomaticMajor, pickAutomaticMinor, pickAutomaticPatch, type VersionPickInput } from "./pick.ts";
import { forceNextMajor, forceNextMinor } from "./pick-next-higher.ts";
import { findImage, type PreparedImage, type PreparedProfile } from "./prepared-profile.ts";
import { currentVersion } from "./version-exclusion.ts";

type ImageSteps = UpdateStrategySteps<MachineImageVersion>;

/** Forced step of strategy `major`: none, because an image without a valid higher version is at its end of life. */
function endOfLife({
  current,
}: VersionPickInput): Result<ListedVersion<MachineImageVersion> | undefined, DecisionFailure> {
  return fail({ code: "IMAGE_END_OF_LIFE", text: current.text });
}

/** The automatic and the forced step of an image's update strategy; an unknown strategy counts as `major`. */
function stepsOf(strategy: string): ImageSteps {
  if (strategy === "patch") return { auto: pickAutomaticPatch, force: forceNextMinor };
  if (strategy === "minor") return { auto: pickAutomaticMinor, force: forceNextMajor };
  return { auto: pickAutomaticMajor, force: endOfLife };
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
  return decideVersionUpdate(
    { versions, current: currentVersion(used?.version), reading },
    stepsOf(strategy),
    mustLeave,
  );
}

/** Why maintenance leaves the images of this and all further pools unchanged. The controller only logs the reason. */
export type ImageMaintenanceAbortReason =
  | "MACHINE_TYPE_NOT_IN_PROFILE"
  | "IMAGE_NOT_IN_PROFILE"
  | "INVALID_VERSION"
  | "IMAGE_MISSING";

/** Facts about a pool that a maintenance run needs to update the pool's image. */
export interface PoolImageFacts {
  readonly image: PreparedImage;
  readonly machineType: MachineType;
  readonly kubelet: Version;
}

/**
 * Looks up a pool's image, machine type and kubelet version in its profile.
 *
 * @param controlPlane the control plane's version from before the run
 * @returns error: why the images of this pool and all further ones stay unchanged
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, maintainMachineImages
 */
export function findPoolImageFacts(
  worker: Worker,
  controlPlane: string,
  profile: PreparedProfile,
): Result<PoolImageFacts, ImageMaintenanceAbortReason> {
  const machineType = profile.machineTypes.get(worker.machine.type);
  if (!machineType) return fail("MACHINE_TYPE_NOT_IN_PROFILE");
  if (!worker.machine.image?.name) return fail("IMAGE_MISSING");
  const image = findImage(profile.images, worker.machine.image.name);
  if (!image) return fail("IMAGE_NOT_IN_PROFILE");
  const kubelet = parseVersion(worker.kubernetes?.version || controlPlane);
  return kubelet.ok ? ok({ image, machineType, kubelet: kubelet.value }) : fail("INVALID_VERSION");
}

/** The lifecycle classification at the time of a run, and whether automatic updates of images are on. */
export interface ImageMaintenanceContext {
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
  view: ImageMaintenanceContext,
): MaintenanceOutcome {
  const trigger = updateTriggerOf(findImageVersionInProfile(fitting, used), view.autoUpdate, view.reading);
  if (trigger === undefined) return { outcome: "none" };
  const mustLeave = trigger !== "AUTO_UPDATE";
  return maintenanceOutcomeOf(trigger, determineImage(fitting, used, { reading: view.reading, mustLeave }));
}
