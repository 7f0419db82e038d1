import type { GlossaryEntry } from "./entry.ts";

export const screenWords = [
  {
    id: "action",
    word: "action",
    meaning: "Anything that Almanac does to a cluster for somebody: preview, consent, request, and the outcome.",
  },
  {
    id: "action-by",
    word: "action by",
    meaning: "Who has to act next: you, the owner, the operator, the provider, Gardener, or nobody.",
  },
  {
    id: "bulk-run",
    word: "bulk run",
    meaning: "One action on many clusters, in batches, driven by the tab that started it.",
  },
  {
    id: "component",
    word: "component (of a forecast)",
    meaning: "One version that moves independently: the control plane's, a pool's Kubernetes, or a pool's image.",
  },
  {
    id: "conditional",
    word: "conditional",
    meaning:
      "A step of a forecast that a date alone does not decide: it needs a version that is not offered yet, for instance.",
  },
  {
    id: "dead-end",
    word: "dead end, stuck",
    meaning: "A version that would have to move and cannot: nothing it can move to exists, or the move is refused.",
  },
  {
    id: "dry-run",
    word: "dry run",
    meaning: "The garden's own answer to an action before it is requested.",
  },
  { id: "facet", word: "facet", meaning: "The values of one filter, with how many clusters each has." },
  {
    id: "feed",
    word: "feed",
    meaning: "A link for calendar programs. Anyone with the link can read what it shows.",
  },
  {
    id: "forced-update",
    word: "forced update, forced change",
    meaning:
      "A version change that maintenance makes because the version has expired or is not in the profile any more. Turning off automatic updates does not prevent it.",
    source: "https://github.com/gardener/gardener/blob/master/docs/usage/shoot/shoot_maintenance.md",
  },
  {
    id: "held-cluster",
    word: "held cluster",
    meaning:
      "One whose Kubernetes version is not updated automatically, or that has a pool pinned to a version of its own.",
  },
  {
    id: "live",
    word: "live, stale, paused",
    meaning:
      "Whether the screen follows the garden. Stale: the last data stay, with their age. Partly live: all but a part.",
  },
  {
    id: "missing-minor",
    word: "missing minor, gap in the profile",
    meaning:
      "A minor version that a profile lacks. A forced update goes one minor up at a time, so clusters below are stuck.",
  },
  {
    id: "open-end",
    word: "no later version yet, open end",
    meaning:
      "A version has an end and nothing newer for production is offered. Operators usually add one before that date, so it is grey until 180 days before.",
  },
  {
    id: "pin",
    word: "pin, unpin",
    meaning: "To give a pool a Kubernetes version of its own, or to let it follow the control plane again.",
  },
  {
    id: "plan",
    word: "plan",
    meaning: "What a bulk run would do to each cluster, before anything is sent.",
  },
  {
    id: "preview-of-an-action",
    word: "preview (of an action)",
    meaning:
      "What an action would do: effects on nodes, fields, checks, the exact request. Preview is also a stage of a version.",
  },
  {
    id: "saved-view",
    word: "saved view",
    meaning:
      "An address with a name, for one person or for a project. The list of clusters can open with one: the default view.",
  },
  {
    id: "simulate",
    word: "simulate, what-if",
    meaning: "To see the forecast with a change that exists in the browser only. Nothing is saved.",
  },
  { id: "step", word: "step", meaning: "One move of one component from a version to the next." },
  {
    id: "track",
    word: "track",
    meaning: "The progress of an action as it was observed: requested, accepted, running, and its end.",
  },
  {
    id: "upcoming-versions",
    word: "Upcoming versions",
    meaning: "The chart of a cluster's expected steps, one row for each component.",
  },
  {
    id: "waiting-rotation",
    word: "waiting (rotation)",
    meaning:
      "A rotation between its two steps: old and new credentials are valid, and it stays so until somebody updates the clients and completes it.",
  },
  {
    id: "watch-rule",
    word: "watch rule, notice",
    meaning: "What somebody wants to hear of a cluster or a view, and what was heard.",
  },
] as const satisfies readonly GlossaryEntry[];
