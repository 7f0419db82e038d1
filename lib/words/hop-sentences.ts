import type { HopCause, LeaveReason, MisfitReason, NotCause } from "#lib/policy/forecast/cause.ts";
import type { Hop, HopEffect } from "#lib/policy/forecast/lane.ts";
import type { Confidence, LaneId } from "#lib/policy/forecast/lane-id.ts";
import { type UpdateStep, updateStepOf } from "#lib/policy/forecast/update-step.ts";
import type { SpecCleanUp } from "#lib/policy/maintenance/spec-clean-up.ts";
import type { Clock } from "./clock.ts";
import { countOf } from "./count.ts";
import { formatRelative } from "./format-time.ts";
import { formatEndDate } from "./version-end.ts";
import { listed, poolList } from "./words.ts";

/** For whom and when a sentence is said: dates are read in the clock, and tenses follow `now` (epoch milliseconds). */
export interface Speech {
  readonly clock: Clock;
  readonly now: number;
}

/** What a lane is called: `Control plane`, `Kubernetes of pool data`, `Image of pool data`. */
export function laneLabel(lane: LaneId): string {
  switch (lane.kind) {
    case "control-plane":
      return "Control plane";
    case "pool-kubernetes":
      return `Kubernetes of pool ${lane.pool}`;
    case "pool-image":
      return `Image of pool ${lane.pool}`;
  }
}

/** What kind of step it is, in two words: `auto patch`, `forced minor`, `auto image`. */
export function hopKindLabel({ kind, from, to }: Pick<Hop, "kind" | "from" | "to">, lane: LaneId): string {
  return lane.kind === "pool-image" ? `${kind} image` : `${kind} ${updateStepOf(from, to)}`;
}

const misfitWords: Readonly<Record<MisfitReason, string>> = {
  architecture: "it is not for the machines' architecture",
  capabilities: "the machines lack a capability that it needs",
  "container-runtime": "it lacks the pool's container runtime",
  "kubelet-version": "it does not support the pool's Kubernetes version",
  "in-place-update": "it cannot be reached by an update in place",
};

/** `1.32.14 expires on 24 Nov 2026`, in the tense that is true now. */
function expiryWords(version: string, at: number, { now }: Speech): string {
  return `${version} ${at < now ? "expired" : "expires"} on ${formatEndDate(at)}`;
}

function leaveWords(from: string, leave: LeaveReason, speech: Speech): string {
  switch (leave.code) {
    case "expired":
      return leave.expiredAt === undefined ? `${from} is expired` : expiryWords(from, leave.expiredAt, speech);
    case "not-in-profile":
      return `The profile does not list ${from}, which counts like an expired version`;
    case "does-not-fit":
      return `${from} does not fit the pool (${listed(leave.misfits.map((one) => misfitWords[one]))}), which counts like a missing version`;
  }
}

/** `the newest supported`, or what is said of a target that is not plainly supported. */
function newestWords(classification: string): string {
  return classification === "supported" ? "newest supported" : `newest usable (${classification})`;
}

const scopeWords: Readonly<Record<UpdateStep, string>> = {
  patch: "patch of this minor",
  minor: "version of this major",
  major: "version",
};

type CauseOf<Code extends HopCause["code"]> = Extract<HopCause, { readonly code: Code }>;

function forcedSentence(hop: Hop, cause: CauseOf<"expired" | "not-in-profile">, speech: Speech): string {
  const why = leaveWords(hop.from, cause.leave, speech);
  return `${why}, and ${hop.to} is the ${newestWords(cause.targetClassification)} version that can be reached from it.`;
}

function nextLevelSentence(hop: Hop, cause: CauseOf<"forced-next-minor">, speech: Speech): string {
  const why = leaveWords(hop.from, cause.leave, speech);
  const level = cause.step === "patch" ? "version" : cause.step;
  const expired = cause.targetClassification === "expired";
  const again = expired ? ` ${hop.to} has expired by then too, so another step follows.` : "";
  return `${why}, and nothing valid is left below the next ${level}: ${hop.to} is the best version there.${again}`;
}

/** Says why a step is taken, in one sentence out of a closed list. */
export function sentenceOfCause(hop: Hop, speech: Speech): string {
  const { cause, to } = hop;
  switch (cause.code) {
    case "auto-newer-patch":
      return `Automatic updates of Kubernetes are on, and ${to} is the ${newestWords(cause.targetClassification)} patch of its minor.`;
    case "auto-image":
      return `Automatic updates of images are on: by the strategy "${cause.strategy}", ${to} comes next, the ${newestWords(cause.targetClassification)} ${scopeWords[cause.step]}.`;
    case "expired":
    case "not-in-profile":
      return forcedSentence(hop, cause, speech);
    case "forced-next-minor":
      return nextLevelSentence(hop, cause, speech);
    case "pool-follows-control-plane":
      return "The pool has no Kubernetes version of its own, so it follows the control plane.";
    case "capped-by-control-plane": {
      const why = cause.leave ? `${leaveWords(hop.from, cause.leave, speech)}; the` : "The";
      return `${why} pool's own step would go above the control plane, so it ends at ${cause.controlPlane}.`;
    }
  }
}

function sentenceOfNotCause(not: NotCause, speech: Speech): string {
  switch (not.code) {
    case "expiry-of-current": {
      const when = `${formatEndDate(not.at)} (${formatRelative(not.at, speech.now)})`;
      return `Not because ${not.version} expires: that is on ${when}.`;
    }
    case "automatic-update":
      return not.enabled
        ? "Automatic updates are not the cause: this happens without them, too."
        : "Turning off automatic updates does not prevent this.";
    case "deprecation":
      return `Not because ${not.version} is deprecated: deprecation alone changes nothing.`;
    case "kubernetes-expiry":
      return `Not because Kubernetes ${expiryWords(not.version, not.at, speech)}: the image moves for its own reason.`;
  }
}

/** Says what a step is not caused by, where a reader could think so; empty when nothing misleads. */
export function sentencesOfWhatNot({ cause }: Pick<Hop, "cause">, speech: Speech): readonly string[] {
  return cause.notBecause.map((not) => sentenceOfNotCause(not, speech));
}

function nodeWords(maximum: number | undefined): string {
  if (maximum === undefined) return "All nodes";
  return maximum === 1 ? "1 node" : `Up to ${maximum} nodes`;
}

/** Says what a step does to nodes. */
export function sentenceOfEffect({ kind, pools, maximumNodes }: HopEffect): string {
  const one = maximumNodes === 1;
  switch (kind) {
    case "control-plane-only":
      return "Only the control plane changes; no pool follows it.";
    case "kubelet-restart":
      return `The kubelets restart in ${poolList(pools)}; no node is replaced.`;
    case "node-roll":
      return `${nodeWords(maximumNodes)} ${one ? "is" : "are"} replaced in ${poolList(pools)}.`;
    case "in-place-update":
      return `${nodeWords(maximumNodes)} ${one ? "is" : "are"} updated in place in ${poolList(pools)}.`;
  }
}

const shortEffects = {
  "control-plane-only": "control plane only",
  "kubelet-restart": "kubelets restart",
  "node-roll": "replaced",
  "in-place-update": "updated in place",
} as const satisfies { readonly [Kind in HopEffect["kind"]]: string };

/** What a step does to nodes, for a label: `≤ 20 nodes replaced, kubelets restart`. */
export function shortEffect(effects: readonly HopEffect[]): string {
  const words = effects.map(({ kind, maximumNodes }) => {
    if (kind === "control-plane-only" || kind === "kubelet-restart") return shortEffects[kind];
    const nodes = maximumNodes === undefined ? "all nodes" : `≤ ${countOf(maximumNodes, "node")}`;
    return `${nodes} ${shortEffects[kind]}`;
  });
  return [...new Set(words)].join(", ");
}

/** How far a prediction holds: a word for the cell, and what it means. */
export const confidenceWords = {
  dated: { label: "Dated", meaning: "All dates are known." },
  conditional: {
    label: "Conditional",
    meaning:
      "It depends on the moment of the run, on the Gardener release, on a version to come or on what somebody does.",
  },
  unknown: { label: "Unknown", meaning: "A date that it depends on is missing or cannot be read." },
} as const satisfies { readonly [Level in Confidence]: { readonly label: string; readonly meaning: string } };

/** Under which runs a step comes at all. */
export const pathSentences = {
  both: "",
  early: "Only if the runs fall near the end of their windows.",
  late: "Only if the runs fall at the start of their windows.",
} as const satisfies { readonly [Path in Hop["path"]]: string };

const cleanUpWords = {
  removed: "is removed",
  replaced: "is replaced by another field",
  moved: "moves to another field",
  changed: "gets a value that the new version allows",
} as const satisfies { readonly [Effect in SpecCleanUp["effect"]]: string };

/** What the run does to a field: the words after its path. */
export function wordsOfCleanUp({ effect }: SpecCleanUp): string {
  return cleanUpWords[effect];
}
