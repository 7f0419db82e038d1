import type { Worker } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { poolWithVersions } from "../maintenance/maintain-shoot.ts";
import type { AutoUpdate } from "../versions/auto-update.ts";
import { classificationContextAt } from "../versions/classification-context.ts";
import { type ClassificationContext, classifyVersion } from "../versions/classify.ts";
import type { UpdateTrigger } from "../versions/decide.ts";
import { findImageMismatch, type ImageMismatch } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { findPoolImageFacts } from "../versions/maintain-images.ts";
import { findImage } from "../versions/prepared-profile.ts";
import type { MisleadingStepCause, StepCause, VersionReplacementReason } from "./cause.ts";
import { versionExpiryOf } from "./expiry.ts";
import type { ProfileTimelines } from "./profile-timelines.ts";
import type { SimulatedStep } from "./runs-by-component.ts";
import { versionStepSizeOf } from "./version-step-size.ts";

/** Facts for explaining the forecast version updates of a Shoot. */
export interface StepExplanationContext {
  readonly lanes: ProfileTimelines;
  readonly autoUpdate: AutoUpdate;
}

/** A Kubernetes expiry within this time of an image update could be mistaken for the reason of that update. */
const misleadingMs = 30 * dayMs;

function classificationOf(listed: ListedVersion | undefined, reading: ClassificationContext): string {
  return listed === undefined ? "not-in-profile" : classifyVersion(listed, reading);
}

function isForced(trigger: UpdateTrigger | undefined): boolean {
  return trigger === "EXPIRED" || trigger === "NOT_IN_PROFILE";
}

/** Why maintenance considered the version of a simulated update; undefined when the version was not updated. */
export function updateTriggerOfStep({ outcome }: Pick<SimulatedStep, "outcome">): UpdateTrigger | undefined {
  return outcome.outcome === "updated" ? outcome.trigger : undefined;
}

/** Whether a version update is forced, that is, comes without the owner's consent. */
export function updateTriggerKindOfStep(move: Pick<SimulatedStep, "outcome">): "auto" | "forced" {
  return isForced(updateTriggerOfStep(move)) ? "forced" : "auto";
}

interface Facts {
  readonly current: ListedVersion | undefined;
  readonly target: ListedVersion | undefined;
  readonly reading: ClassificationContext;
}

function factsOfMove(
  move: SimulatedStep,
  { lanes }: StepExplanationContext,
  list: (text: string) => ListedVersion | undefined,
) {
  const reading = classificationContextAt(move.at, lanes.rules);
  return { current: list(move.from), target: list(move.to), reading };
}

function notBecause(move: SimulatedStep, { current, reading }: Facts, enabled: boolean): MisleadingStepCause[] {
  if (isForced(updateTriggerOfStep(move))) return [{ code: "automatic-update", enabled }];
  const reasons: MisleadingStepCause[] = [];
  const expiresAt = versionExpiryOf(current, reading);
  if (expiresAt !== undefined) reasons.push({ code: "expiry-of-current", version: move.from, at: expiresAt });
  if (classificationOf(current, reading) === "deprecated") reasons.push({ code: "deprecation", version: move.from });
  return reasons;
}

function leaveReason(move: SimulatedStep, facts: Facts): VersionReplacementReason {
  if (updateTriggerOfStep(move) === "NOT_IN_PROFILE") return { code: "not-in-profile" };
  const expiredAt = versionExpiryOf(facts.current, facts.reading);
  return { code: "expired", ...(expiredAt !== undefined && { expiredAt }) };
}

function forcedCode(leave: VersionReplacementReason): "expired" | "not-in-profile" {
  return leave.code === "expired" ? "expired" : "not-in-profile";
}

/** Reason of a Kubernetes update of the control plane or of a pool with its own version. */
export function explainKubernetesStep(move: SimulatedStep, context: StepExplanationContext): StepCause {
  const facts = factsOfMove(move, context, context.lanes.listedKubernetes);
  const reasons = notBecause(move, facts, context.autoUpdate.kubernetesVersion);
  const leave = leaveReason(move, facts);
  const forced = isForced(updateTriggerOfStep(move));
  if (move.limited) {
    const why = forced ? { leave } : {};
    return { code: "capped-by-control-plane", controlPlane: move.controlPlane, notBecause: reasons, ...why };
  }
  const targetClassification = classificationOf(facts.target, facts.reading);
  if (!forced) return { code: "auto-newer-patch", targetClassification, notBecause: reasons };
  const step = versionStepSizeOf(move.from, move.to);
  if (step === "patch") return { code: forcedCode(leave), leave, targetClassification, notBecause: reasons };
  return { code: "forced-next-minor", leave, step, targetClassification, notBecause: reasons };
}

/** Why a listed image version does not fit a pool, each reason once; empty when it fits or is not listed. */
export function findImageMismatches(
  pool: Worker,
  current: { readonly kubelet: string; readonly image: string },
  lanes: ProfileTimelines,
): readonly ImageMismatch[] {
  // Use the pool's versions at the time of the simulation: those in its spec are today's.
  const worker = poolWithVersions(pool, current);
  const facts = findPoolImageFacts(worker, current.kubelet, lanes.profile);
  const listed = lanes.listedImage(pool.machine.image?.name ?? "", current.image);
  if (!facts.ok || listed === undefined) return [];
  const { machineType, kubelet } = facts.value;
  const fit = { worker, kubelet, machineType, capabilities: lanes.profile.capabilities };
  const misfit = findImageMismatch(listed.entry, fit, lanes.rules);
  return misfit === undefined ? [] : [misfit];
}

/** Adds the expiry of a pool's Kubernetes version if so close to an image update that it could seem its reason. */
function withKubernetesExpiry(
  cause: StepCause,
  { at: runAt, kubelet }: SimulatedStep,
  { lanes }: StepExplanationContext,
): StepCause {
  const at = lanes.kubernetesExpiry(kubelet);
  if (at === undefined || Math.abs(at - runAt) > misleadingMs) return cause;
  return { ...cause, notBecause: [...cause.notBecause, { code: "kubernetes-expiry", version: kubelet, at }] };
}

/** Reason of an update of a pool's image, with conditions that could be mistaken for the reason. */
export function explainImageStep(move: SimulatedStep, pool: Worker, context: StepExplanationContext): StepCause {
  return withKubernetesExpiry(explainImage(move, pool, context), move, context);
}

function explainImage(move: SimulatedStep, pool: Worker, context: StepExplanationContext): StepCause {
  const name = pool.machine.image?.name ?? "";
  const { lanes } = context;
  const facts = factsOfMove(move, context, (text) => lanes.listedImage(name, text));
  const misfits =
    updateTriggerOfStep(move) === "NOT_IN_PROFILE"
      ? findImageMismatches(pool, { kubelet: move.kubelet, image: move.from }, lanes)
      : [];
  const leave: VersionReplacementReason =
    misfits.length > 0 ? { code: "does-not-fit", misfits } : leaveReason(move, facts);
  const reasons = notBecause(move, facts, context.autoUpdate.machineImageVersion);
  const step = versionStepSizeOf(move.from, move.to);
  const targetClassification = classificationOf(facts.target, facts.reading);
  const told = { targetClassification, notBecause: reasons };
  const strategy = findImage(lanes.profile.images, name)?.strategy ?? "major";
  if (!isForced(updateTriggerOfStep(move))) return { code: "auto-image", step, strategy, ...told };
  const isLastResort = strategy === "patch" ? step !== "patch" : strategy === "minor" && step === "major";
  if (isLastResort) return { code: "forced-next-minor", leave, step, ...told };
  return { code: forcedCode(leave), leave, ...told };
}
