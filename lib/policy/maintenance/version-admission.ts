import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { memoizeEveryKey } from "#lib/memo/memoize-every-key.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { exceededNodeLimit } from "../profiles/node-limit.ts";
import {
  findImageRejections,
  type ImageRejection,
  imageAdmitsKubelet,
  listedImageVersion,
  offersKubernetes,
} from "../profiles/offered-versions.ts";
import { admissionClassificationContextAt } from "../versions/classification-context.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import { findInPlaceImageError } from "../versions/in-place-image-error.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { findVersionSkewViolation, findVersionStepViolation } from "../versions/version-step.ts";
import { blockingLimits, type CrossedLimits, crossedLimits, hasLimitedField } from "./spec-cleanup.ts";
import { kubeletVersionOfPool, type PoolVersions, type ShootVersions } from "./version-state.ts";
import {
  type MaintenanceViolation,
  type NodeLimitViolation,
  type PoolViolationCode,
  violationCodeBySkewViolation,
  violationCodeByStepViolation,
  violationKey,
} from "./violation.ts";

/** The parts of a Shoot that runs do not change but the API server validates. Pools in the order of the spec. */
export interface VersionAdmissionInput {
  readonly spec: ShootSpec;
  readonly pools: readonly Worker[];
  /** Names of in-place pools whose last update is not finished. */
  readonly pendingInPlace: ReadonlySet<string>;
}

export interface ShootVersionsChange {
  readonly before: ShootVersions;
  readonly after: ShootVersions;
}

/** The API server's validation of version changes, cached for similar Shoots. */
export interface VersionAdmission {
  /**
   * Returns, for one Shoot, the API server's objections to the spec that a run proposes at an instant (epoch
   * milliseconds), sorted by text. The whole object is validated, including what existed before the run. Empty means
   * accepted; anything else rejects the whole run, and nothing of it is applied.
   */
  judge(subject: VersionAdmissionInput): (change: ShootVersionsChange, now: number) => readonly MaintenanceViolation[];
  /** The violation that rejects every write of a Shoot with these pools, whatever it changes. */
  nodeLimit(spec: ShootSpec): NodeLimitViolation | undefined;
  /** The fields that are removed when the control plane changes from one version to another. */
  limits(from: string, to: string): CrossedLimits;
}

interface PoolChange {
  readonly pool: Worker;
  readonly before: PoolVersions;
  readonly after: PoolVersions;
  readonly state: ShootVersionsChange;
  readonly isPending: boolean;
}

interface Context {
  readonly profile: PreparedProfile;
  readonly now: number;
  readonly rules: GardenerRules;
}

function kubernetesOfPool({ pool, before, after, state }: PoolChange, { profile, now, rules }: Context) {
  const codes: PoolViolationCode[] = [];
  const [from, to] = [kubeletVersionOfPool(state.before, before), kubeletVersionOfPool(state.after, after)];
  const mayNotSkip = isPoolUpdatedInPlace(pool) && rules("pool.minorSkip") !== "freeAll";
  const step = findVersionStepViolation(from, to, mayNotSkip);
  if (step !== undefined) codes.push(violationCodeByStepViolation[step]);
  if (after.kubernetes === undefined) return codes;
  const skew = findVersionSkewViolation(state.after.kubernetes, after.kubernetes, rules);
  if (skew !== undefined) codes.push(violationCodeBySkewViolation[skew]);
  const request = { versions: profile.kubernetes, from, to: after.kubernetes, isNew: false };
  if (
    after.kubernetes !== before.kubernetes &&
    !offersKubernetes(request, admissionClassificationContextAt(now, rules))
  )
    codes.push("VERSION_NOT_LISTED");
  return codes;
}

const imageCodes: Readonly<Record<ImageRejection, PoolViolationCode>> = {
  architecture: "IMAGE_ARCHITECTURE",
  inactive: "IMAGE_INACTIVE",
  inPlaceUnsupported: "IMAGE_INPLACE",
  inPlaceFromCurrent: "IMAGE_INPLACE",
};

/**
 * The API server's first objection to the image of a pool: to the new version if it changes, otherwise to its kubelet
 * constraint.
 *
 * @source Gardener: plugin/pkg/shoot/validator, validateMachineImagesConstraints
 */
function imageOfPool({ pool, before, after, state }: PoolChange, context: Context): PoolViolationCode | undefined {
  const { profile, now, rules } = context;
  const name = pool.machine.image?.name ?? "";
  const image = { name, version: after.image };
  const listed = listedImageVersion(profile.images, image);
  if (before.image !== after.image) {
    if (listed === undefined) return "IMAGE_NOT_LISTED";
    const request = {
      image,
      oldImage: { name, version: before.image },
      pool: { architecture: pool.machine.architecture || "amd64", updateStrategy: pool.updateStrategy ?? null },
    };
    const view = { reading: admissionClassificationContextAt(now, rules), rules };
    const [objection] = findImageRejections(listed, request, { offered: profile, view });
    if (objection !== undefined) return imageCodes[objection];
    if (isPoolUpdatedInPlace(pool) && findInPlaceImageError(before.image, after.image, rules) !== undefined)
      return "IMAGE_DOWNGRADE";
  }
  return imageAdmitsKubelet(listed, kubeletVersionOfPool(state.after, after)) ? undefined : "IMAGE_KUBELET_CONSTRAINT";
}

function poolCodes(change: PoolChange, context: Context): readonly PoolViolationCode[] {
  const { pool, before, after, state, isPending } = change;
  const codes = kubernetesOfPool(change, context);
  const ofImage = imageOfPool(change, context);
  if (ofImage !== undefined) codes.push(ofImage);
  const moved =
    before !== after || kubeletVersionOfPool(state.before, before) !== kubeletVersionOfPool(state.after, after);
  const locked = context.rules("inplace.lock") === "pendingLock";
  return moved && locked && isPending && isPoolUpdatedInPlace(pool) ? [...codes, "INPLACE_UPDATE_PENDING"] : codes;
}

function controlPlaneViolations(
  from: string,
  to: string,
  { profile, now, rules }: Context,
): readonly MaintenanceViolation[] {
  const step = findVersionStepViolation(from, to, true);
  const update = step === undefined ? [] : [violationCodeByStepViolation[step]];
  const request = { versions: profile.kubernetes, from, to, isNew: false };
  const listed = offersKubernetes(request, admissionClassificationContextAt(now, rules));
  const codes = listed ? update : [...update, "VERSION_NOT_LISTED" as const];
  return codes.map((code) => ({ scope: "control-plane", code }));
}

/** Violations for fields that the new Kubernetes version rejects and the maintenance run does not clear. */
function fieldViolations(spec: ShootSpec, limits: CrossedLimits): readonly MaintenanceViolation[] {
  return blockingLimits(limits)
    .filter((limit) => hasLimitedField(spec, limit))
    .map(({ field }) => ({ scope: "field", field, code: "REFUSED" }));
}

/**
 * Simulates the API server's validation of versions. Not modelled: locked feature gates, quota, problems of the project
 * or the Seed, a container runtime or capability that a changed image does not offer.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go and plugin/pkg/shoot/validator
 */
export function createVersionAdmission(profile: PreparedProfile, rules: GardenerRules): VersionAdmission {
  const limits = memoizeEveryKey((from) => memoizeEveryKey((to) => crossedLimits({ from, to }, rules)));

  function violationsOf(
    judgement: AdmissionResult,
    change: ShootVersionsChange,
    now: number,
  ): readonly MaintenanceViolation[] {
    const { before, after } = change;
    const { subject } = judgement;
    const { pools, pendingInPlace } = subject;
    const violations: MaintenanceViolation[] = judgement.nodeLimit === undefined ? [] : [judgement.nodeLimit];
    const movesControlPlane = before.kubernetes !== after.kubernetes;
    // Versions that were accepted before are not checked again while they stay unchanged.
    const isSound = before === judgement.accepted && !movesControlPlane;
    if (movesControlPlane) {
      violations.push(...controlPlaneViolations(before.kubernetes, after.kubernetes, { profile, now, rules }));
      violations.push(...fieldViolations(subject.spec, limits(before.kubernetes)(after.kubernetes)));
    }
    for (let index = 0; index < pools.length; index++) {
      const [pool, old, next] = [pools[index], before.pools[index], after.pools[index]];
      if (pool === undefined || old === undefined || next === undefined) continue;
      if (isSound && old === next) continue;
      const isPending = pendingInPlace.has(pool.name);
      const moved: PoolChange = { pool, before: old, after: next, state: change, isPending };
      const codes = poolCodes(moved, { profile, now, rules });
      for (const code of codes) violations.push({ scope: "pool", pool: pool.name, code });
    }
    if (violations.length === 0) judgement.accepted = after;
    if (violations.length < 2) return violations;
    return violations.sort((a, b) => (violationKey(a) < violationKey(b) ? -1 : 1));
  }

  function nodeLimit(spec: ShootSpec): NodeLimitViolation | undefined {
    const exceeded = exceededNodeLimit(spec, profile.spec, rules);
    return exceeded && { scope: "limits", code: "MAX_NODES_TOTAL", ...exceeded };
  }

  return {
    limits: (from, to) => limits(from)(to),
    nodeLimit,
    judge(subject) {
      const judgement: AdmissionResult = { subject, nodeLimit: nodeLimit(subject.spec), accepted: undefined };
      return (change, now) => violationsOf(judgement, change, now);
    },
  };
}

/** State of a Shoot while its runs are validated one after the other. */
interface AdmissionResult {
  readonly subject: VersionAdmissionInput;
  readonly nodeLimit: NodeLimitViolation | undefined;
  /** The versions that the API server was last found to accept. */
  accepted: ShootVersions | undefined;
}
