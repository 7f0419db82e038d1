import { type MessageCatalogue, parseMessageName } from "#lib/language/catalogue.ts";
import { text } from "#lib/language/text.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { predictGardenletDecision } from "#lib/policy/gardenlet/predict-gardenlet-decision.ts";
import { diagnoseShoot } from "#lib/policy/next/diagnose-shoot.ts";
import type { Diagnosis } from "#lib/policy/next/diagnosis.ts";
import { forecastSchedules } from "#lib/policy/next/forecast-schedules.ts";
import { forecastWindow, type WindowForecast } from "#lib/policy/next/forecast-window.ts";
import { gardenletDecisionContextOf } from "#lib/policy/next/next-view.ts";
import { reconcileBlockerOf } from "#lib/policy/next/reconcile-blocker.ts";
import { isRetriedByControllerManager } from "#lib/policy/status/failed-and-up-to-date.ts";
import { randomShootNow } from "./any-shoot.fixture.ts";
import type { ObservedCluster, ScreenPlace, ScreenText } from "./screens.fixture.ts";

/** Patterns, for one language, of texts that say that all is well and of texts that announce something. */
export interface ClaimMatcher {
  saysCalm(words: string): boolean;
  saysWill(words: string): boolean;
  saysSpecOnly(words: string): boolean;
  /** Texts which say that Gardener continues, retries or reconciles automatically. */
  saysGoesOn(words: string): boolean;
}

const calm = /\b(no action needed|nothing to do|no problem found)\b/i;
const will = /\bwill\b(?! not)/i;
const goesOn =
  /retries automatically|next reconcile|about to (try again|be tried again)|^Failed, retrying|is deleting the cluster/;
const specOnly = /specification only|Report the rotation/;

export const englishClaimMatcher: ClaimMatcher = {
  saysCalm: (words) => calm.test(words),
  saysWill: (words) => will.test(words),
  saysSpecOnly: (words) => specOnly.test(words),
  saysGoesOn: (words) => goesOn.test(words),
};

/** Pattern for translations of all messages whose English text matches: their texts between arguments, in order. */
function translated(catalogue: MessageCatalogue, pattern: RegExp): (words: string) => boolean {
  const parts = Object.entries(catalogue)
    .filter(([name]) => pattern.test(parseMessageName(name).source))
    .map(([, words]) => words.split(/\{[^{}]*\}/).filter((part) => part.trim() !== ""));
  return (words) =>
    parts.some((each) => each.length > 0 && each.every((part) => words.includes(part.replace(/\.$/, ""))));
}

/** Creates the patterns for the language of a catalogue, from those for English. */
export function claimMatcherOf(catalogue: MessageCatalogue): ClaimMatcher {
  return {
    saysCalm: translated(catalogue, calm),
    saysWill: translated(catalogue, will),
    saysSpecOnly: translated(catalogue, specOnly),
    saysGoesOn: translated(catalogue, goesOn),
  };
}

/** The next action of Gardener according to the policy core, with which the texts of all screens are compared. */
interface Decided {
  readonly truth: Diagnosis;
  readonly run: WindowForecast;
  readonly plansSchedules: boolean;
  /** Why gardenlet does nothing to the cluster automatically; undefined if gardenlet acts. */
  readonly standstill: string | undefined;
  readonly deleting: boolean;
  /** The latest time at which Gardener has deleted the cluster because its lifetime has ended. */
  readonly goneAt: number;
}

const still: ReadonlySet<string> = new Set([
  ...["stopped", "ignored", "failed", "waits-for-migration-check", "waits-for-destination-seed", "held-by-finalizer"],
]);

/** Computed from the decision of gardenlet, not from the list row that screens read. */
function standstillOf(shoot: ObservedCluster["shoot"], view: ObservedCluster["view"]): string | undefined {
  const { outcome } = predictGardenletDecision(shoot, gardenletDecisionContextOf(shoot, view), randomShootNow);
  if (outcome === "failed" && isRetriedByControllerManager(shoot)) return undefined;
  // Impossible in a garden: a deletion request increases the generation, which makes gardenlet retry a failed cluster.
  const { metadata, status } = shoot;
  if (outcome === "failed" && metadata.deletionTimestamp && status?.lastOperation?.type !== "Delete") return undefined;
  return still.has(outcome) ? outcome : outcome === "gone" ? undefined : reconcileBlockerOf(shoot, view)?.id;
}

/** Whether a card is only about one topic, so that other reasons why the cluster waits need not be mentioned. */
const ofOneThing: ReadonlySet<ScreenPlace> = new Set(["operation", "remedy", "deletion"]);

function decide({ shoot, view, window }: ObservedCluster): Decided {
  const lifetime = readLifetime(shoot);
  const facts = {
    view,
    rules: rulesOfShoot(shoot, view),
    steps: "possible",
    changesHeld: false,
    nowMs: randomShootNow,
  } as const;
  return {
    truth: diagnoseShoot(shoot, view, randomShootNow),
    run: forecastWindow(shoot, window, facts),
    plansSchedules: forecastSchedules(shoot, view, randomShootNow).state === "planned",
    standstill: standstillOf(shoot, view),
    deleting: shoot.metadata.deletionTimestamp !== undefined,
    goneAt: lifetime.state === "ends" ? lifetime.deletedUntilAt : Number.POSITIVE_INFINITY,
  };
}

/** Whether the next maintenance run changes nothing in the cluster. */
function reachesNothing(run: WindowForecast): boolean {
  if (run.outcome === "none" || run.refused !== undefined) return true;
  return ["held", "stays-failed", "sets-no-operation"].includes(run.rollout.id);
}

/** Whether a maintenance run only changes the spec, and gardenlet does not apply the change. */
function isSpecOnly(run: WindowForecast): boolean {
  return run.outcome === "runs" && ["held", "stays-failed"].includes(run.rollout.id);
}

/** Places that show dates of Gardener's actions. Expiration dates of versions and advice are always shown. */
const datesOfGardener: ReadonlySet<ScreenPlace> = new Set(["next", "hibernation", "calendar", "feed"]);
const notGardeners: ReadonlySet<string | undefined> = new Set(["expiry"]);

/** Why a text contradicts the policy core; undefined if it does not. */
function denial(saying: ScreenText, decided: Decided, tongue: ClaimMatcher): string | undefined {
  const { place, kind, words, at } = saying;
  const { truth, run, deleting, goneAt } = decided;
  const somebody = truth.turn !== "Nobody" && truth.turn !== "Gardener";
  if (ofOneThing.has(place)) {
    const promises = tongue.saysGoesOn(words) || tongue.saysCalm(words);
    return promises && decided.standstill !== undefined ? `Gardener does nothing: ${decided.standstill}` : undefined;
  }
  if (somebody && truth.next !== "wait" && tongue.saysCalm(words))
    return `calm, but ${truth.subject.id} waits for the ${truth.turn}`;
  if (kind === "party" && words === text("Nothing to do") && truth.notes.length > 0) return "calm beside a note";
  if (place === "window-will" || place === "window-may") {
    if (run.outcome === "none") return `there is no run: ${run.because}`;
    const certain = place === "window-will";
    if (certain && run.refused !== undefined) return "the garden refuses the run";
    if (certain && reachesNothing(run) && !tongue.saysSpecOnly(words)) return `the run is ${run.rollout.id}`;
  } else if (place !== "window-will-not" && reachesNothing(run) && tongue.saysWill(words)) {
    return "it is promised for a window that brings nothing";
  }
  if (place === "scheduled" && kind === "planned" && reachesNothing(run)) return "the window does nothing scheduled";
  if (place === "notice" && kind === "rotation" && deleting) return "the cluster is being deleted";
  if (place === "hibernation" && at !== undefined && !decided.plansSchedules) return "no schedule is executed";
  if (at === undefined || at <= randomShootNow) return undefined;
  if (at > goneAt) return "the cluster is deleted by then";
  if (deleting && datesOfGardener.has(place) && !notGardeners.has(kind)) return "the cluster is being deleted";
  return undefined;
}

/** A forecast version change of a cluster that Gardener does not reconcile only changes the spec. */
function unsaidRest(sayings: readonly ScreenText[], { run }: Decided, tongue: ClaimMatcher): readonly string[] {
  if (!isSpecOnly(run)) return [];
  return (["next", "calendar"] as const).flatMap((place) => {
    const ofPlace = sayings.filter((saying) => saying.place === place);
    const forced = ofPlace.filter(({ kind }) => kind === "forced");
    const isSaid = (each: readonly ScreenText[]) => each.some(({ words }) => tongue.saysSpecOnly(words));
    const unsaid = place === "next" ? forced.filter(() => !isSaid(ofPlace)) : forced.filter((each) => !isSaid([each]));
    return unsaid.map(({ words }) => `${place}: "${words}" reaches the specification only, and that is not said`);
  });
}

/** All texts about a cluster that contradict the policy core. */
export function findContradictoryTexts(
  looked: ObservedCluster,
  sayings: readonly ScreenText[],
  tongue: ClaimMatcher,
): readonly string[] {
  const decided = decide(looked);
  const denied = sayings.flatMap((saying) => {
    const why = denial(saying, decided, tongue);
    const { place, kind = "", words, at } = saying;
    const when = at === undefined ? "" : ` at ${new Date(Math.min(at, 8e15)).toISOString()}`;
    return why === undefined ? [] : [`${place} ${kind}: "${words}"${when}: ${why}`];
  });
  return [...denied, ...unsaidRest(sayings, decided, tongue)];
}
