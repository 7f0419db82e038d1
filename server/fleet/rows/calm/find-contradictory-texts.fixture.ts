import { type MessageCatalogue, readName } from "#lib/language/catalogue.ts";
import { text } from "#lib/language/text.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { gardenletDecision } from "#lib/policy/gardenlet/gardenlet-decision.ts";
import { diagnoseShoot } from "#lib/policy/next/diagnose-shoot.ts";
import type { Diagnosis } from "#lib/policy/next/diagnosis.ts";
import { forecastSchedules } from "#lib/policy/next/forecast-schedules.ts";
import { forecastWindow, type WindowForecast } from "#lib/policy/next/forecast-window.ts";
import { gardenletView } from "#lib/policy/next/next-view.ts";
import { reconcileBlockerOf } from "#lib/policy/next/reconcile-blocker.ts";
import { isRetriedByControllerManager } from "#lib/policy/status/failed-and-up-to-date.ts";
import { now } from "./any-shoot.fixture.ts";
import type { ObservedCluster, ScreenPlace, ScreenText } from "./screens.fixture.ts";

/** Recognizes, in one language, sentences that say all is well, and sentences that announce something. */
export interface ClaimMatcher {
  saysCalm(words: string): boolean;
  saysWill(words: string): boolean;
  saysSpecOnly(words: string): boolean;
  /** Whether Gardener is said to continue, retry or reconcile on its own. */
  saysGoesOn(words: string): boolean;
}

const calm = /\b(no action needed|nothing to do|no problem found)\b/i;
const will = /\bwill\b(?! not)/i;
const goesOn =
  /retries automatically|next reconcile|about to (try again|be tried again)|^Failed, retrying|is deleting the cluster/;
const specOnly = /specification only|Report the rotation/;

export const englishClaims: ClaimMatcher = {
  saysCalm: (words) => calm.test(words),
  saysWill: (words) => will.test(words),
  saysSpecOnly: (words) => specOnly.test(words),
  saysGoesOn: (words) => goesOn.test(words),
};

/** Matches translations whose English source matches: the texts between its arguments, in order. */
function translated(catalogue: MessageCatalogue, pattern: RegExp): (words: string) => boolean {
  const parts = Object.entries(catalogue)
    .filter(([name]) => pattern.test(readName(name).source))
    .map(([, words]) => words.split(/\{[^{}]*\}/).filter((part) => part.trim() !== ""));
  return (words) =>
    parts.some((each) => each.length > 0 && each.every((part) => words.includes(part.replace(/\.$/, ""))));
}

/** The same for a catalogue's language, with the same reliability as English. */
export function claimMatcherOf(catalogue: MessageCatalogue): ClaimMatcher {
  return {
    saysCalm: translated(catalogue, calm),
    saysWill: translated(catalogue, will),
    saysSpecOnly: translated(catalogue, specOnly),
    saysGoesOn: translated(catalogue, goesOn),
  };
}

/** Gardener's next action according to the policy core: the reference for every screen. */
interface Decided {
  readonly truth: Diagnosis;
  readonly run: WindowForecast;
  readonly plansSchedules: boolean;
  /** Why gardenlet does nothing to the cluster on its own; undefined where it does. */
  readonly standstill: string | undefined;
  readonly deleting: boolean;
  /** When Gardener has deleted the cluster at the latest, because its lifetime is over. */
  readonly goneAt: number;
}

const still: ReadonlySet<string> = new Set([
  ...["stopped", "ignored", "failed", "waits-for-migration-check", "waits-for-destination-seed", "held-by-finalizer"],
]);

/** From gardenlet's decision, not from the row that screens read. */
function standstillOf(shoot: ObservedCluster["shoot"], view: ObservedCluster["view"]): string | undefined {
  const { outcome } = gardenletDecision(shoot, gardenletView(shoot, view), now);
  if (outcome === "failed" && isRetriedByControllerManager(shoot)) return undefined;
  // Cannot occur in a garden: a deletion request is a newer generation, which revives a failed cluster.
  const { metadata, status } = shoot;
  if (outcome === "failed" && metadata.deletionTimestamp && status?.lastOperation?.type !== "Delete") return undefined;
  return still.has(outcome) ? outcome : outcome === "gone" ? undefined : reconcileBlockerOf(shoot, view)?.id;
}

/** Cards have one topic each, so other reasons why the cluster waits for somebody do not count. */
const ofOneThing: ReadonlySet<ScreenPlace> = new Set(["operation", "remedy", "deletion"]);

function decide({ shoot, view, window }: ObservedCluster): Decided {
  const lifetime = readLifetime(shoot);
  const facts = {
    view,
    rules: rulesOfShoot(shoot, view.release),
    steps: "possible",
    changesHeld: false,
    nowMs: now,
  } as const;
  return {
    truth: diagnoseShoot(shoot, view, now),
    run: forecastWindow(shoot, window, facts),
    plansSchedules: forecastSchedules(shoot, view, now).state === "planned",
    standstill: standstillOf(shoot, view),
    deleting: shoot.metadata.deletionTimestamp !== undefined,
    goneAt: lifetime.state === "ends" ? lifetime.deletedUntilAt : Number.POSITIVE_INFINITY,
  };
}

/** Whether nothing of the next window's run reaches the cluster. */
function reachesNothing(run: WindowForecast): boolean {
  if (run.outcome === "none" || run.refused !== undefined) return true;
  return ["held", "stays-failed", "sets-no-operation"].includes(run.rollout.id);
}

/** Whether a maintenance run only changes the specification and not the cluster. */
function isSpecOnly(run: WindowForecast): boolean {
  return run.outcome === "runs" && ["held", "stays-failed"].includes(run.rollout.id);
}

/** Places with dates of Gardener's own actions. Version ends and advice come regardless. */
const datesOfGardener: ReadonlySet<ScreenPlace> = new Set(["next", "hibernation", "calendar", "feed"]);
const notGardeners: ReadonlySet<string | undefined> = new Set(["expiry"]);

/** Why a text contradicts the policy core; undefined where it does not. */
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
  if (at === undefined || at <= now) return undefined;
  if (at > goneAt) return "the cluster is deleted by then";
  if (deleting && datesOfGardener.has(place) && !notGardeners.has(kind)) return "the cluster is being deleted";
  return undefined;
}

/** A version change expected for a cluster that Gardener does not touch only reaches its specification. */
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
