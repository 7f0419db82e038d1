import type { MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";
import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { type EditionRules, newestRules } from "../editions/edition-rules.ts";
import { autoUpdateOf } from "./auto-update.ts";
import { isExpired, type Reading } from "./classify.ts";
import {
  type DecisionFailure,
  decide,
  type MaintenanceOutcome,
  outcomeOf,
  type Steps,
  type Trigger,
} from "./decide.ts";
import { currentVersion } from "./exclusion.ts";
import { filterImage, imageVersionListed } from "./filter-image.ts";
import type { ListedVersion } from "./listed-version.ts";
import { parseVersion, type Version } from "./parse.ts";
import { majorAuto, minorAuto, patchAuto, type Selection } from "./pick.ts";
import { forceNextMajor, forceNextMinor } from "./pick-next-higher.ts";
import { findImage, type PreparedImage, type PreparedProfile } from "./prepared-profile.ts";

type ImageSteps = Steps<MachineImageVersion>;

/** Strategy `major` has no forced step: with nothing valid left, the image has reached its end of life. */
function endOfLife({ current }: Selection): Result<ListedVersion<MachineImageVersion> | undefined, DecisionFailure> {
  return fail({ code: "IMAGE_END_OF_LIFE", text: current.text });
}

/** The steps of an image's update strategy; a strategy of another name counts as `major`. */
function stepsOf(strategy: string): ImageSteps {
  if (strategy === "patch") return { auto: patchAuto, force: forceNextMinor };
  if (strategy === "minor") return { auto: minorAuto, force: forceNextMajor };
  return { auto: majorAuto, force: endOfLife };
}

/**
 * The version that an image moves to, by its update strategy.
 *
 * @param image filtered to what fits the pool
 * @param mustLeave whether the version in use is expired or not in the profile
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance/helper, DetermineMachineImageVersion
 */
export function determineImage(
  { strategy, versions }: PreparedImage,
  used: Worker["machine"]["image"],
  { reading, mustLeave }: { readonly reading: Reading; readonly mustLeave: boolean },
): Result<ListedVersion<MachineImageVersion> | undefined, DecisionFailure> {
  return decide({ versions, current: currentVersion(used?.version), reading }, stepsOf(strategy), mustLeave);
}

/** Why the images of all further pools stay as they are. The controller only logs it. */
export type ImageAbort = "MACHINE_TYPE_NOT_IN_PROFILE" | "IMAGE_NOT_IN_PROFILE" | "INVALID_VERSION" | "IMAGE_MISSING";

export interface PoolImageOutcome {
  readonly pool: string;
  /** The image version that the spec holds after the run. */
  readonly version: string;
  readonly outcome: MaintenanceOutcome;
}

/** What a run makes of the images of all pools, in the order of the spec. */
export interface ImagesOutcome {
  /** Set when the run stopped at a pool: pools before it keep their new version, but nothing at all is reported. */
  readonly abort: { readonly code: ImageAbort; readonly pool: string } | undefined;
  readonly pools: readonly PoolImageOutcome[];
}

/** How a run looks at a profile. */
export interface ProfileView {
  readonly profile: PreparedProfile;
  readonly reading: Reading;
  readonly rules?: EditionRules;
}

/** What a run must know of a pool before it can look at its image. */
export interface PoolFacts {
  readonly image: PreparedImage;
  readonly machineType: MachineType;
  readonly kubelet: Version;
}

/**
 * What a profile says about a pool.
 *
 * @param controlPlane the control plane's version from before the run
 * @returns error: why the images of this pool and all further ones stay
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

/** An instant, and whether the owner wants automatic updates of images. */
export interface ImageView {
  readonly reading: Reading;
  readonly autoUpdate: boolean;
}

function triggerOf(image: PreparedImage, used: Worker["machine"]["image"], view: ImageView): Trigger | undefined {
  const listed = imageVersionListed(image, used);
  if (listed === undefined) return "NOT_IN_PROFILE";
  if (isExpired(listed, view.reading)) return "EXPIRED";
  return view.autoUpdate ? "AUTO_UPDATE" : undefined;
}

/**
 * What a run makes of one pool's image.
 *
 * @param fitting the image with only the versions that fit the pool
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, maintainMachineImages
 */
export function maintainFittingImage(
  fitting: PreparedImage,
  used: Worker["machine"]["image"],
  view: ImageView,
): MaintenanceOutcome {
  const trigger = triggerOf(fitting, used, view);
  if (trigger === undefined) return { outcome: "none" };
  const mustLeave = trigger !== "AUTO_UPDATE";
  return outcomeOf(trigger, determineImage(fitting, used, { reading: view.reading, mustLeave }));
}

function maintainImage(worker: Worker, { image, machineType, kubelet }: PoolFacts, view: ProfileView & ImageView) {
  const { profile, rules = newestRules } = view;
  const fit = { worker, kubelet, machineType, capabilities: profile.capabilities };
  return maintainFittingImage(filterImage(image, fit, rules), worker.machine.image, view);
}

/**
 * What a maintenance run makes of the machine images of a Shoot's pools. The kubelet versions are those from before the
 * run. A failing pool does not stop the others; a missing machine type or image name does.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, maintainMachineImages
 */
export function maintainImages(
  spec: Pick<ShootSpec, "kubernetes" | "provider" | "maintenance">,
  view: ProfileView,
): ImagesOutcome {
  const workers = spec.provider.workers ?? [];
  const autoUpdate = autoUpdateOf(spec.maintenance).machineImageVersion;
  const pools: PoolImageOutcome[] = [];
  for (const worker of workers) {
    const facts = factsOf(worker, spec.kubernetes.version, view.profile);
    if (!facts.ok)
      return {
        abort: { code: facts.error, pool: worker.name },
        pools: pools.concat(untouched(workers.slice(pools.length))),
      };
    const outcome = maintainImage(worker, facts.value, { ...view, autoUpdate });
    const version = outcome.outcome === "updated" ? outcome.to : (worker.machine.image?.version ?? "");
    pools.push({ pool: worker.name, version, outcome });
  }
  return { abort: undefined, pools };
}

function untouched(workers: readonly Worker[]): readonly PoolImageOutcome[] {
  return workers.map(({ name, machine }) => ({
    pool: name,
    version: machine.image?.version ?? "",
    outcome: { outcome: "none" },
  }));
}
