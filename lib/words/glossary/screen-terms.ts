import { message } from "#lib/language/text.ts";
import type { GlossaryTerms } from "./glossary-entry.ts";

export const screenTerms = {
  action: {
    word: message("action"),
    meaning: message(
      "Anything that Almanac does to a cluster for somebody: preview, consent, request, and the outcome.",
    ),
  },
  "action-by": {
    word: message("action by"),
    meaning: message("Who has to act next: you, the owner, the operator, the provider, Gardener, or nobody."),
  },
  "bulk-run": {
    word: message("bulk run"),
    meaning: message("One action on many clusters, in batches, driven by the tab that started it."),
  },
  component: {
    word: message("component (of a forecast)"),
    meaning: message(
      "One version that moves independently: the control plane's, a pool's Kubernetes, or a pool's image.",
    ),
  },
  conditional: {
    word: message("conditional"),
    meaning: message(
      "A step of a forecast that a date alone does not decide: it needs a version that is not offered yet, for instance.",
    ),
  },
  "dead-end": {
    word: message("dead end, stuck"),
    meaning: message(
      "A version that would have to move and cannot: nothing it can move to exists, or the move is refused.",
    ),
  },
  "dry-run": {
    word: message("dry run"),
    meaning: message("The garden's own answer to an action before it is requested."),
  },
  facet: {
    word: message("facet"),
    meaning: message("The values of one filter, with how many clusters each has."),
  },
  feed: {
    word: message("feed"),
    meaning: message("A link for calendar programs. Anyone with the link can read what it shows."),
  },
  "forced-update": {
    word: message("forced update, forced change"),
    meaning: message(
      "A version change that maintenance makes because the version has expired or is not in the profile any more. Turning off automatic updates does not prevent it.",
    ),
    source: "https://github.com/gardener/gardener/blob/master/docs/usage/shoot/shoot_maintenance.md",
  },
  "held-cluster": {
    word: message("held cluster"),
    meaning: message(
      "One whose Kubernetes version is not updated automatically, or that has a pool pinned to a version of its own.",
    ),
  },
  live: {
    word: message("live, stale, paused"),
    meaning: message(
      "Whether the screen follows the garden. Stale: the last data stay, with their age. Partly live: all but a part.",
    ),
  },
  "missing-minor": {
    word: message("missing minor, gap in the profile"),
    meaning: message(
      "A minor version that a profile lacks. A forced update goes one minor up at a time, so clusters below are stuck.",
    ),
  },
  "open-end": {
    word: message("no later version yet, open end"),
    meaning: message(
      "A version has an end and nothing newer for production is offered. Operators usually add one before that date, so it is grey until 180 days before.",
    ),
  },
  pin: {
    word: message("pin, unpin"),
    meaning: message("To give a pool a Kubernetes version of its own, or to let it follow the control plane again."),
  },
  plan: {
    word: message("plan"),
    meaning: message("What a bulk run would do to each cluster, before anything is sent."),
  },
  "preview-of-an-action": {
    word: message("preview (of an action)"),
    meaning: message(
      "What an action would do: effects on nodes, fields, checks, the exact request. Preview is also a stage of a version.",
    ),
  },
  "saved-view": {
    word: message("saved view"),
    meaning: message(
      "An address with a name, for one person or for a project. The list of clusters can open with one: the default view.",
    ),
  },
  simulate: {
    word: message("simulate, what-if"),
    meaning: message("To see the forecast with a change that exists in the browser only. Nothing is saved."),
  },
  step: { word: message("step"), meaning: message("One move of one component from a version to the next.") },
  track: {
    word: message("track"),
    meaning: message("The progress of an action as it was observed: requested, accepted, running, and its end."),
  },
  "upcoming-versions": {
    word: message("Upcoming versions"),
    meaning: message("The chart of a cluster's expected steps, one row for each component."),
  },
  "waiting-rotation": {
    word: message("waiting (rotation)"),
    meaning: message(
      "A rotation between its two steps: old and new credentials are valid, and it stays so until somebody updates the clients and completes it.",
    ),
  },
  "watch-rule": {
    word: message("watch rule, notice"),
    meaning: message("What somebody wants to hear of a cluster or a view, and what was heard."),
  },
} as const satisfies GlossaryTerms;
