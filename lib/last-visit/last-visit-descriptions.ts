import type { ChangeCause, ForcedChangeSnapshot, LastVisitChange, LastVisitEntry } from "#lib/contract/last-visit.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { reconcileBlockerFilterLabel } from "#lib/fleet/fields/next-fields.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { message, text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";
import { type DisplayClock, utcClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { describeCondition } from "#lib/words/condition-descriptions.ts";
import { describeErrorCode } from "#lib/words/error-code-descriptions.ts";
import { formatList, profileSuffixLabel, rotationFamilyLabel } from "#lib/words/format-list.ts";
import { formatClockTime, formatDate } from "#lib/words/format-time.ts";
import { formatVersionEndDate, lastValidInstantOf } from "#lib/words/version-end.ts";

/** Severity of a change since the last visit. */
export type LastVisitChangeTone = "bad" | "watch" | "good" | "plain";

export interface LastVisitChangeDescription {
  readonly what: string;
  /** Cause of the change and its time, as far as observed. */
  readonly detail: string;
  readonly tone: LastVisitChangeTone;
}

export interface LastVisitTimeContext {
  readonly now: number;
  readonly clock: DisplayClock;
}

/** Describes a change since the last visit in one line. */
export function describeLastVisitChange(
  { change, clusters }: LastVisitEntry,
  input: LastVisitTimeContext,
): LastVisitChangeDescription {
  const { what, detail = "", tone } = labelOf(change, clusters, input);
  const why = "cause" in change ? causeLabel(change.cause, input) : undefined;
  return { what, detail: [detail, why].filter((part) => part).join(" · "), tone };
}

type ChangeLabels = Omit<LastVisitChangeDescription, "detail"> & { readonly detail?: string | undefined };
type Change<Kind extends LastVisitChange["kind"]> = Extract<LastVisitChange, { readonly kind: Kind }>;

function labelOf(change: LastVisitChange, clusters: number, input: LastVisitTimeContext): ChangeLabels {
  switch (change.kind) {
    case "failed":
      return failedLabel(change);
    case "unhealthy": {
      const names = change.conditions.map((type) => toInlineLabel(String(describeCondition(type).name)));
      const what =
        names.length === 0 ? text("Became unhealthy") : text("Became unhealthy: {names}", { names: formatList(names) });
      const at = timeOf(change.at, input);
      const detail = at && (clusters > 1 ? text("the first since {at}", { at }) : text("since {at}", { at }));
      return { what, detail, tone: "bad" };
    }
    case "unknown":
      return { what: text("Health is not known any more"), tone: "watch" };
    case "held":
      return heldLabel(change);
    case "released":
      return { what: text("No longer held back"), tone: "good" };
    case "lifetime":
      return lifetimeLabel(change, input);
    case "recovered":
      return { what: text("Healthy again"), tone: "good" };
    case "stuck": {
      const at = dateOf(change.at);
      const detail = at && (clusters > 1 ? text("the first from {at}", { at }) : text("from {at}", { at }));
      return { what: text("New dead end: {change}", { change: deadEndOf(change) }), detail, tone: "bad" };
    }
    case "freed":
      return { what: text("No dead end any more: {change}", { change: deadEndOf(change) }), tone: "good" };
    case "end":
      return endLabel(change);
    case "forced":
      return forcedLabel(change, clusters);
    case "rotation": {
      const { what, tone, isGoingOn } = rotationSteps[change.step];
      const at = isGoingOn ? timeOf(change.at, input) : undefined;
      const detail = at && (clusters > 1 ? text("the first begun {at}", { at }) : text("begun {at}", { at }));
      return { what: text(what, { family: rotationFamilyLabel(change.family) }), detail, tone };
    }
    case "maintenance":
      return { what: text("Maintenance failed"), detail: text("The cluster's page has the reason."), tone: "bad" };
    case "deleting":
      return { what: text("Deletion was requested"), tone: "watch" };
    case "version":
      return {
        what: text("Updated: {image} {from} to {to}", {
          image: change.image ?? "Kubernetes",
          from: change.from,
          to: change.to,
        }),
        ...(change.cause === undefined && { detail: text("Who did it is not known.") }),
        tone: "plain",
      };
    case "images":
      return { what: text("Other machine images"), tone: "plain" };
    case "created":
      return { what: text("Created"), tone: "plain" };
    case "shown":
      return { what: text("Newly visible to you"), tone: "plain" };
    case "gone":
      return { what: text("Deleted"), tone: "watch" };
    case "hidden":
      return {
        what: text("Not visible to you any more"),
        detail: text("Their project is gone, or your rights have changed."),
        tone: "plain",
      };
    case "number":
      return numberLabel(change);
    default:
      return change satisfies never;
  }
}

const rotationSteps = {
  waits: { what: message("A rotation waits for its owner: {family}"), tone: "watch", isGoingOn: true },
  started: { what: message("A rotation was started: {family}"), tone: "plain", isGoingOn: true },
  completed: { what: message("A rotation was completed: {family}"), tone: "good", isGoingOn: false },
  ended: { what: message("A rotation is not under way any more: {family}"), tone: "plain", isGoingOn: false },
} as const satisfies Record<Change<"rotation">["step"], object>;

function failedLabel({ type, state, codes }: Change<"failed">): ChangeLabels {
  const detail = codes.map((code) => describeErrorCode(code).replace(/\.$/, "")).join("; ");
  const operation = type ?? text("Last operation");
  if (state === "retrying") return { what: text("{operation} failed, retrying", { operation }), detail, tone: "watch" };
  return { what: text("{operation} failed", { operation }), detail, tone: "bad" };
}

function heldLabel({ hold, waiting }: Change<"held">): ChangeLabels {
  const why = reconcileBlockerFilterLabel(waiting === undefined ? hold : `${hold}:${waiting}`);
  return {
    what: text("Held back: {why}", { why: toInlineLabel(why) }),
    tone: waiting === undefined ? "watch" : "bad",
  };
}

function lifetimeLabel({ was, is }: Change<"lifetime">, input: LastVisitTimeContext): ChangeLabels {
  const [before, at] = [timeOf(was, input), timeOf(is, input)];
  const detail = before && text("before: {before}", { before });
  return at === undefined
    ? { what: text("Its lifetime has no end now"), detail, tone: "good" }
    : { what: text("Gardener deletes it {at}, or up to an hour later", { at }), detail, tone: "bad" };
}

function endLabel({ image, version, was, is }: Change<"end">): ChangeLabels {
  const name = `${image ?? "Kubernetes"} ${version}`;
  const [before, now] = [parseInstant(was), parseInstant(is)];
  if (now === undefined) return { what: text("{name} has no end any more", { name }), tone: "good" };
  const day = formatVersionEndDate(now);
  if (before === undefined)
    return { what: text("{name} now ends {day}", { name, day }), detail: text("It had no end."), tone: "watch" };
  const days = Math.round((lastValidInstantOf(now) - lastValidInstantOf(before)) / dayMs);
  return { what: movedLabel(name, days, day), tone: days < 0 ? "watch" : "good" };
}

function movedLabel(name: string, by: number, day: string): string {
  const days = Math.abs(by);
  if (by === 0) return text("{name} now ends at another time: {day}", { name, day });
  return by < 0
    ? text("{name} now ends {days, plural, one {# day} other {# days}} earlier: {day}", { name, days, day })
    : text("{name} now ends {days, plural, one {# day} other {# days}} later: {day}", { name, days, day });
}

function forcedLabel({ was, is }: Change<"forced">, clusters: number): ChangeLabels {
  const detail =
    was === undefined
      ? text("before: nothing was forced")
      : text("before: {target} {when}", { target: targetOf(was), when: whenOf(was) });
  if (is === undefined) return { what: text("No forced change any more"), detail, tone: "good" };
  const [target, when] = [targetOf(is), whenOf(is)];
  const what =
    clusters > 1
      ? text("Forced change: the first {target} {when}", { target, when })
      : text("Forced change: {target} {when}", { target, when });
  return { what, detail, tone: "watch" };
}

function targetOf({ image, to }: ForcedChangeSnapshot): string {
  return `${image ?? "Kubernetes"} ${to}`;
}

function whenOf({ at }: ForcedChangeSnapshot): string {
  const day = dateOf(at);
  return day === undefined ? text("in the next window") : text("on {day}", { day });
}

function deadEndOf(deadEnd: Change<"stuck" | "freed">): string {
  return missingVersionLabel(deadEnd, profileSuffixLabel(deadEnd.profile));
}

function causeLabel(cause: ChangeCause | undefined, input: LastVisitTimeContext): string | undefined {
  switch (cause?.kind) {
    case undefined:
      return undefined;
    case "profile":
      return cause.own
        ? text("NamespacedCloudProfile {name}, or the CloudProfile that it extends, was changed", { name: cause.name })
        : text("CloudProfile {name} was changed", { name: cause.name });
    case "maintenance": {
      const at = timeOf(cause.at, input);
      return at === undefined ? text("by maintenance") : text("by maintenance, {at}", { at });
    }
    case "update":
      return text("since its update");
    default:
      return cause satisfies never;
  }
}

const numberLabels = {
  clusters: [message("Clusters that you see"), "plain"],
  failed: [message("Clusters whose last operation failed"), "bad"],
  unhealthy: [message("Unhealthy clusters"), "bad"],
  stuck: [message("Clusters with a dead end"), "watch"],
  waiting: [message("Clusters with a rotation that waits"), "watch"],
} as const;

function numberLabel({ of, was, is }: Change<"number">): ChangeLabels {
  const [label, tone] = numberLabels[of];
  return {
    what: text("{label}: {is, number}, before: {was, number}", { label: text(label), is, was }),
    tone: is > was ? tone : "plain",
  };
}

/** Formats a time as `14:02` if it is today, otherwise with its day. */
function timeOf(instant: string | undefined, { now, clock }: LastVisitTimeContext): string | undefined {
  const at = parseInstant(instant);
  if (at === undefined) return undefined;
  const time = formatClockTime(at, clock);
  return formatDate(at, clock) === formatDate(now, clock) ? time : `${shortDay(at, clock)}, ${time}`;
}

function dateOf(instant: string | undefined): string | undefined {
  const at = parseInstant(instant);
  return at === undefined ? undefined : formatDate(at, utcClock);
}

/** Formats a day as `Tue 24 Nov`. */
function shortDay(at: number, clock: DisplayClock): string {
  const { weekday = "", day = "", month = "" } = wallClockTimeOf(at, clock) ?? {};
  return text("{weekday} {day} {month}", { weekday, day, month });
}

/** Formats the time of the last visit, with which the current state is compared: `Tue 24 Nov, 09:12`. */
export function formatComparisonTime(at: string, clock: DisplayClock): string {
  const ms = parseInstant(at) ?? Number.NaN;
  return `${shortDay(ms, clock)}, ${formatClockTime(ms, clock)}`;
}

const numberFilters = {
  clusters: "",
  failed: "?state=failed,deletion-failed",
  unhealthy: "?status=unhealthy",
  stuck: "?deadend=stuck",
  waiting: "?rotAge=waiting",
} as const;

/** Returns the path of the list that shows exactly the changed clusters; undefined if they no longer exist. */
export function addressOfVisitEntry({ key, change, clusters, named: [only] }: LastVisitEntry): string | undefined {
  if (change.kind === "gone" || change.kind === "hidden") return undefined;
  if (change.kind === "number") return `/clusters${numberFilters[change.of]}`;
  if (clusters === 1 && only !== undefined) {
    return clusterPath(only);
  }
  return `/clusters?since=${encodeURIComponent(key)}`;
}

/** Returns the label of the changed clusters: one cluster by name, several by number. */
export function lastVisitSubjectLabel({ change, clusters, named: [only] }: LastVisitEntry): string {
  if (change.kind === "number") return text("Show");
  return clusters === 1 && only !== undefined
    ? `${only.project}/${only.name}`
    : text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters });
}
