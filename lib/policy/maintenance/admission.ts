import type { ShootSpec, Worker } from "../../garden/shoot.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { admissionReadingAt } from "../versions/classify.ts";
import { isInPlace } from "../versions/filter-image.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { imageAdmitsKubelet, imageViolation, listedImage } from "./admission-image.ts";
import { kubernetesUpdateViolations, offersKubernetes, poolSkewViolations } from "./admission-kubernetes.ts";
import { refusedFields, specCleanUps } from "./spec-clean-up.ts";
import { effectiveKubernetes, type PoolVersions, type VersionState } from "./version-state.ts";
import { type PoolViolationCode, type Violation, violationText } from "./violation.ts";

/** What of a Shoot does not move, but counts for the API server. Pools in the order of the spec. */
export interface AdmissionSubject {
  readonly spec: ShootSpec;
  readonly pools: readonly Worker[];
  /** Names of the in-place pools whose last update is not finished. */
  readonly pendingInPlace: ReadonlySet<string>;
}

/** The profile, the instant (epoch milliseconds) and the release that the API server judges by. */
export interface AdmissionContext {
  readonly profile: PreparedProfile;
  readonly now: number;
  readonly rules: EditionRules;
}

export interface VersionChange {
  readonly before: VersionState;
  readonly after: VersionState;
}

interface PoolChange {
  readonly pool: Worker;
  readonly before: PoolVersions;
  readonly after: PoolVersions;
  readonly state: VersionChange;
}

function machineWith(pool: Worker, version: string): Worker["machine"] {
  const { image } = pool.machine;
  return { ...pool.machine, ...(image && { image: { ...image, version } }) };
}

function kubernetesOfPool({ pool, before, after, state }: PoolChange, { profile, now, rules }: AdmissionContext) {
  const codes: PoolViolationCode[] = [];
  const [from, to] = [effectiveKubernetes(state.before, before), effectiveKubernetes(state.after, after)];
  const rolling = !isInPlace(pool) || rules("pool.minorSkip") === "freeAll";
  if (from !== to) codes.push(...kubernetesUpdateViolations(from, to, rolling));
  if (after.kubernetes === undefined) return codes;
  codes.push(...poolSkewViolations(state.after.kubernetes, after.kubernetes, rules));
  const changed = after.kubernetes !== before.kubernetes && after.kubernetes !== state.after.kubernetes;
  const request = { versions: profile.kubernetes, from, to: after.kubernetes, isNew: false };
  if (changed && !offersKubernetes(request, admissionReadingAt(now, rules))) codes.push("VERSION_NOT_LISTED");
  return codes;
}

function imageOfPool({ pool, before, after, state }: PoolChange, context: AdmissionContext): PoolViolationCode[] {
  const machine = machineWith(pool, after.image);
  if (before.image !== after.image) {
    const change = { before: machineWith(pool, before.image), after: machine, inPlace: isInPlace(pool) };
    const violation = imageViolation(change, context);
    if (violation !== undefined) return [violation];
  }
  if (listedImage(context.profile, machine.image) === undefined) return [];
  const kubelet = effectiveKubernetes(state.after, after);
  return imageAdmitsKubelet(context.profile, machine.image, kubelet) ? [] : ["IMAGE_KUBELET_CONSTRAINT"];
}

function poolViolations(change: PoolChange, subject: AdmissionSubject, context: AdmissionContext): Violation[] {
  const { pool, before, after, state } = change;
  const codes = [...kubernetesOfPool(change, context), ...imageOfPool(change, context)];
  const moved =
    before !== after || effectiveKubernetes(state.before, before) !== effectiveKubernetes(state.after, after);
  const locked = context.rules("inplace.lock") === "pendingLock";
  if (moved && locked && isInPlace(pool) && subject.pendingInPlace.has(pool.name)) codes.push("INPLACE_UPDATE_PENDING");
  return codes.map((code) => ({ scope: "pool", pool: pool.name, code }));
}

function controlPlaneViolations({ before, after }: VersionChange, context: AdmissionContext): Violation[] {
  const [from, to] = [before.kubernetes, after.kubernetes];
  if (from === to) return [];
  const codes: Extract<Violation, { scope: "control-plane" }>["code"][] = [
    ...kubernetesUpdateViolations(from, to, false),
  ];
  const request = { versions: context.profile.kubernetes, from, to, isNew: false };
  const reading = admissionReadingAt(context.now, context.rules);
  if (!offersKubernetes(request, reading)) codes.push("VERSION_NOT_LISTED");
  return codes.map((code) => ({ scope: "control-plane", code }));
}

/** Fields that the new version does not take and that the run does not clear. */
function fieldViolations({ before, after }: VersionChange, { spec }: AdmissionSubject, { rules }: AdmissionContext) {
  if (before.kubernetes === after.kubernetes) return [];
  const step = { from: before.kubernetes, to: after.kubernetes };
  const already = new Set(refusedFields(spec, before.kubernetes, rules));
  const cleared = new Set(specCleanUps(spec, step, rules).map(({ field }) => field));
  return refusedFields(spec, after.kubernetes, rules)
    .filter((field) => !cleared.has(field) && !already.has(field))
    .map((field): Violation => ({ scope: "field", field, code: "REFUSED" }));
}

/**
 * What the API server would object to in the spec that a run proposes, sorted by its text. Empty means accepted; anything
 * else refuses the whole run, and nothing of it is applied.
 *
 * Not modelled: locked feature gates, quota, trouble with the project or the Seed, a container runtime or capability
 * that a changed image does not offer.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go and plugin/pkg/shoot/validator
 */
export function admissionViolations(
  change: VersionChange,
  subject: AdmissionSubject,
  context: AdmissionContext,
): readonly Violation[] {
  const violations = [
    ...controlPlaneViolations(change, context),
    ...fieldViolations(change, subject, context),
    ...subject.pools.flatMap((pool, index) => {
      const [before, after] = [change.before.pools[index], change.after.pools[index]];
      if (before === undefined || after === undefined) return [];
      return poolViolations({ pool, before, after, state: change }, subject, context);
    }),
  ];
  return violations.sort((a, b) => (violationText(a) < violationText(b) ? -1 : 1));
}
