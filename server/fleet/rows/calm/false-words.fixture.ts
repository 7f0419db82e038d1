import { type Catalogue, readName } from "#lib/language/catalogue.ts";
import { text } from "#lib/language/text.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { gardenletDecision } from "#lib/policy/gardenlet/gardenlet-decision.ts";
import { holdOf } from "#lib/policy/next/hold.ts";
import { gardenletView } from "#lib/policy/next/next-view.ts";
import { scheduleOutlook } from "#lib/policy/next/schedule-outlook.ts";
import { sentenceOfTruth } from "#lib/policy/next/sentence-of-truth.ts";
import type { Truth } from "#lib/policy/next/truth.ts";
import { type WindowOutlook, windowOutlook } from "#lib/policy/next/window-outlook.ts";
import { isRetriedByControllerManager } from "#lib/policy/status/failed-and-up-to-date.ts";
import { now } from "./any-shoot.fixture.ts";
import type { Looked, Place, Saying } from "./screens.fixture.ts";

/** How one language says that all is well and nobody has to do anything, and that something will come. */
export interface Tongue {
  saysCalm(words: string): boolean;
  saysWill(words: string): boolean;
  saysSpecOnly(words: string): boolean;
  /** That Gardener goes on, tries again or reconciles of itself. */
  saysGoesOn(words: string): boolean;
}

const calm = /\b(no action needed|nothing to do|no problem found)\b/i;
const will = /\bwill\b(?! not)/i;
const goesOn =
  /retries automatically|next reconcile|about to (try again|be tried again)|^Failed, retrying|is deleting the cluster/;
const specOnly = /specification only|Report the rotation/;

export const english: Tongue = {
  saysCalm: (words) => calm.test(words),
  saysWill: (words) => will.test(words),
  saysSpecOnly: (words) => specOnly.test(words),
  saysGoesOn: (words) => goesOn.test(words),
};

/** What a translation says where the English one matches: the texts between its arguments, in their order. */
function translated(catalogue: Catalogue, pattern: RegExp): (words: string) => boolean {
  const parts = Object.entries(catalogue)
    .filter(([name]) => pattern.test(readName(name).source))
    .map(([, words]) => words.split(/\{[^{}]*\}/).filter((part) => part.trim() !== ""));
  return (words) =>
    parts.some((each) => each.length > 0 && each.every((part) => words.includes(part.replace(/\.$/, ""))));
}

/** The same as a catalogue has it, which is as sure as the English is. */
export function tongueOf(catalogue: Catalogue): Tongue {
  return {
    saysCalm: translated(catalogue, calm),
    saysWill: translated(catalogue, will),
    saysSpecOnly: translated(catalogue, specOnly),
    saysGoesOn: translated(catalogue, goesOn),
  };
}

/** What Gardener does next, as the policy core has it: what every screen is held against. */
interface Decided {
  readonly truth: Truth;
  readonly run: WindowOutlook;
  readonly plansSchedules: boolean;
  /** Why gardenlet does nothing to the cluster of itself; undefined where it does. */
  readonly standstill: string | undefined;
  readonly deleting: boolean;
  /** Until when Gardener has deleted the cluster because its lifetime is over. */
  readonly goneAt: number;
}

const still: ReadonlySet<string> = new Set([
  ...["stopped", "ignored", "failed", "waits-for-migration-check", "waits-for-destination-seed", "held-by-finalizer"],
]);

/** By what gardenlet decides, not by the row that screens read. */
function standstillOf(shoot: Looked["shoot"], view: Looked["view"]): string | undefined {
  const { outcome } = gardenletDecision(shoot, gardenletView(shoot, view), now);
  if (outcome === "failed" && isRetriedByControllerManager(shoot)) return undefined;
  // No garden has it: a request to delete is a newer generation, which wakes what has failed before.
  const { metadata, status } = shoot;
  if (outcome === "failed" && metadata.deletionTimestamp && status?.lastOperation?.type !== "Delete") return undefined;
  return still.has(outcome) ? outcome : outcome === "gone" ? undefined : holdOf(shoot, view)?.id;
}

/** Cards speak of one thing each: whether the cluster waits for somebody for another reason does not count. */
const ofOneThing: ReadonlySet<Place> = new Set(["operation", "remedy", "deletion"]);

function decide({ shoot, view, window }: Looked): Decided {
  const lifetime = readLifetime(shoot);
  const facts = {
    view,
    rules: rulesOfShoot(shoot, view.release),
    steps: "possible",
    changesHeld: false,
    nowMs: now,
  } as const;
  return {
    truth: sentenceOfTruth(shoot, view, now),
    run: windowOutlook(shoot, window, facts),
    plansSchedules: scheduleOutlook(shoot, view, now).state === "planned",
    standstill: standstillOf(shoot, view),
    deleting: shoot.metadata.deletionTimestamp !== undefined,
    goneAt: lifetime.state === "ends" ? lifetime.deletedUntilAt : Number.POSITIVE_INFINITY,
  };
}

/** Nothing of what the next window brings reaches the cluster, as things stand. */
function reachesNothing(run: WindowOutlook): boolean {
  if (run.outcome === "none" || run.refused !== undefined) return true;
  return ["held", "stays-failed", "sets-no-operation"].includes(run.rollout.id);
}

/** What a maintenance run writes reaches the specification and not the cluster, as long as things stay as they are. */
function isSpecOnly(run: WindowOutlook): boolean {
  return run.outcome === "runs" && ["held", "stays-failed"].includes(run.rollout.id);
}

/** Dates at which Gardener does something to the cluster. Ends of versions, and advice, come whatever it does. */
const datesOfGardener: ReadonlySet<Place> = new Set(["next", "hibernation", "calendar", "feed"]);
const notGardeners: ReadonlySet<string | undefined> = new Set(["end", "nothing"]);

/** Why the policy core denies what a screen says; undefined where it does not. */
function denial(saying: Saying, decided: Decided, tongue: Tongue): string | undefined {
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

/** A change of version that is foreseen for a cluster to which Gardener does nothing reaches its specification only. */
function unsaidRest(sayings: readonly Saying[], { run }: Decided, tongue: Tongue): readonly string[] {
  if (!isSpecOnly(run)) return [];
  return (["next", "calendar"] as const).flatMap((place) => {
    const ofPlace = sayings.filter((saying) => saying.place === place);
    const forced = ofPlace.filter(({ kind }) => kind === "forced");
    const isSaid = (each: readonly Saying[]) => each.some(({ words }) => tongue.saysSpecOnly(words));
    const unsaid = place === "next" ? forced.filter(() => !isSaid(ofPlace)) : forced.filter((each) => !isSaid([each]));
    return unsaid.map(({ words }) => `${place}: "${words}" reaches the specification only, and that is not said`);
  });
}

/** Everything that screens say of a cluster and that the policy core denies. */
export function falseWords(looked: Looked, sayings: readonly Saying[], tongue: Tongue): readonly string[] {
  const decided = decide(looked);
  const denied = sayings.flatMap((saying) => {
    const why = denial(saying, decided, tongue);
    const { place, kind = "", words, at } = saying;
    const when = at === undefined ? "" : ` at ${new Date(Math.min(at, 8e15)).toISOString()}`;
    return why === undefined ? [] : [`${place} ${kind}: "${words}"${when}: ${why}`];
  });
  return [...denied, ...unsaidRest(sayings, decided, tongue)];
}
