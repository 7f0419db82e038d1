import type { CapabilityDefinition, MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { architecturesOf, suitsMachineType } from "./capabilities.ts";
import { type Constraint, compareVersionTexts, parseConstraint, satisfies } from "./constraint.ts";
import type { ListedVersion } from "./listed-version.ts";
import type { Version } from "./parse.ts";
import type { PreparedImage } from "./prepared-profile.ts";

/** Properties of a pool that decide which image versions fit it. */
export interface PoolImageRequirements {
  readonly worker: Pick<Worker, "machine" | "cri" | "updateStrategy">;
  /** The effective kubelet version of the pool before the maintenance run. */
  readonly kubelet: Version;
  readonly machineType: Pick<MachineType, "capabilities"> | undefined;
  readonly capabilities: readonly CapabilityDefinition[];
}

/** Why an image version does not fit a pool. */
export type ImageMismatch =
  | "architecture"
  | "capabilities"
  | "container-runtime"
  | "kubelet-version"
  | "in-place-update";

/** Whether a pool's nodes are updated in place instead of being replaced. */
export function isPoolUpdatedInPlace({ updateStrategy }: Pick<Worker, "updateStrategy">): boolean {
  return updateStrategy === "AutoInPlaceUpdate" || updateStrategy === "ManualInPlaceUpdate";
}

const constraintOf = memoizePerObject(
  ({ kubeletVersionConstraint }: MachineImageVersion): Constraint | "unreadable" => {
    const parsed = parseConstraint(kubeletVersionConstraint ?? "");
    return parsed.ok ? parsed.value : "unreadable";
  },
);

/**
 * Whether an image version may run with a kubelet version; a pre-release kubelet fails a constraint without one. An
 * unreadable constraint, which validation rejects, matches nothing.
 *
 * @source Gardener: pkg/api/core/v1beta1/helper, filtering by kubeletVersionConstraint
 */
export function allowsKubelet(entry: MachineImageVersion, kubelet: Version): boolean {
  if (!entry.kubeletVersionConstraint) return true;
  const constraint = constraintOf(entry);
  return constraint !== "unreadable" && satisfies(kubelet, constraint);
}

function offersRuntime({ cri }: MachineImageVersion, wanted: Worker["cri"]): boolean {
  const name = wanted?.name || "containerd";
  const runtimes = wanted?.containerRuntimes ?? [];
  return (cri ?? []).some((offered) => {
    const types = (offered.containerRuntimes ?? []).map(({ type }) => type);
    return offered.name === name && runtimes.every(({ type }) => types.includes(type));
  });
}

/** Whether an image version allows in-place updates from the current one, of which a short version matches more. */
export function allowsInPlaceUpdateFrom({ inPlaceUpdates }: MachineImageVersion, current: string): boolean {
  if (!inPlaceUpdates?.supported || !inPlaceUpdates.minVersionForUpdate) return false;
  const reached = compareVersionTexts(inPlaceUpdates.minVersionForUpdate, "<=", current);
  return reached.ok && reached.value;
}

function fitsInPlace(entry: MachineImageVersion, current: string, rules: GardenerRules): boolean {
  const filter = rules("image.inPlaceFilter");
  if (filter === "none") return true;
  if (!entry.inPlaceUpdates?.supported) return false;
  return (filter === "keepCurrent" && entry.version === current) || allowsInPlaceUpdateFrom(entry, current);
}

/** The first reason, apart from kubelet versions, why an image version does not fit the pool, if any. */
function misfitOfPool(entry: MachineImageVersion, fit: Omit<PoolImageRequirements, "kubelet">, rules: GardenerRules) {
  const { worker, machineType } = fit;
  // Without capabilities the rule is not read, because forecasts are shared only while the rules they read are equal.
  const isFiltered = fit.capabilities.length > 0 && rules("image.capabilities") === "filtered";
  const definitions = isFiltered ? fit.capabilities : [];
  const architecture = worker.machine.architecture || "amd64";
  if (!architecturesOf(entry, definitions).includes(architecture)) return "architecture";
  if (!suitsMachineType(entry, machineType, definitions)) return "capabilities";
  return offersRuntime(entry, worker.cri) ? undefined : "container-runtime";
}

/** The first reason why an image version does not fit the pool, undefined when it fits. */
export function findImageMismatch(
  entry: MachineImageVersion,
  fit: PoolImageRequirements,
  rules: GardenerRules,
): ImageMismatch | undefined {
  const { worker, kubelet } = fit;
  const misfit = misfitOfPool(entry, fit, rules);
  if (misfit !== undefined) return misfit;
  if (!allowsKubelet(entry, kubelet)) return "kubelet-version";
  const isStuck = isPoolUpdatedInPlace(worker) && !fitsInPlace(entry, worker.machine.image?.version ?? "", rules);
  return isStuck ? "in-place-update" : undefined;
}

/**
 * The image with only the versions that fit a pool, in order. Maintenance considers nothing else, so a version in use
 * that no longer fits counts as not in the profile.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance/helper, FilterMachineImageVersions
 */
export function filterFittingImageVersions(
  image: PreparedImage,
  fit: PoolImageRequirements,
  rules: GardenerRules,
): PreparedImage {
  return {
    ...image,
    versions: image.versions.filter(({ entry }) => findImageMismatch(entry, fit, rules) === undefined),
  };
}

/**
 * The list entry of a pool's image version, undefined when it is not listed. Unlike for Kubernetes versions the text
 * must be identical, and the image's name is case-sensitive.
 *
 * @source Gardener: pkg/api/core/v1beta1/helper, ShootMachineImageVersionExists
 */
export function findImageVersionInProfile(
  image: PreparedImage,
  used: Worker["machine"]["image"],
): ListedVersion<MachineImageVersion> | undefined {
  return used?.name === image.name ? image.versions.find(({ text }) => text === used.version) : undefined;
}
