import type { ChangeCause, ForcedThen, SinceChange, SinceLine } from "#lib/contract/since.ts";
import { deadEndWords, missingWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Clock, utcClock, wallTime } from "#lib/words/clock.ts";
import { wordsOfCondition } from "#lib/words/condition-sentences.ts";
import { countOf, formatNumber } from "#lib/words/count.ts";
import { wordsOfErrorCode } from "#lib/words/error-code-sentences.ts";
import { formatClockTime, formatDate } from "#lib/words/format-time.ts";
import { formatEndDate, lastInstantOf } from "#lib/words/version-end.ts";
import { familyName, listed } from "#lib/words/words.ts";

/** How loud a change is. */
export type ChangeTone = "bad" | "watch" | "good" | "plain";

export interface ChangeWords {
  readonly what: string;
  /** Why, and since when, as far as it was observed. */
  readonly detail: string;
  readonly tone: ChangeTone;
}

export interface ChangeGround {
  readonly now: number;
  readonly clock: Clock;
}

/** What has changed, in a line. */
export function changeWords({ change, clusters }: SinceLine, ground: ChangeGround): ChangeWords {
  const { what, detail = "", tone } = wordsOf(change, clusters, ground);
  const why = "cause" in change ? causeWords(change.cause, ground) : undefined;
  return { what, detail: [detail, why].filter((part) => part).join(" · "), tone };
}

type Words = Omit<ChangeWords, "detail"> & { readonly detail?: string };

function wordsOf(change: SinceChange, clusters: number, ground: ChangeGround): Words {
  switch (change.kind) {
    case "failed":
      return failedWords(change);
    case "unhealthy": {
      const names = change.conditions.map((type) => wordsOfCondition(type).name.toLowerCase());
      const what = names.length === 0 ? "Became unhealthy" : `Became unhealthy: ${listed(names)}`;
      const at = timeOf(change.at, ground);
      const since = clusters > 1 ? "the first since" : "since";
      return { what, ...(at !== undefined && { detail: `${since} ${at}` }), tone: "bad" };
    }
    case "unknown":
      return { what: "Health is not known any more", tone: "watch" };
    case "recovered":
      return { what: "Healthy again", tone: "good" };
    case "stuck": {
      const at = dateOf(change.at);
      const detail = at === undefined ? {} : { detail: clusters > 1 ? `the first from ${at}` : `from ${at}` };
      return { what: `New dead end: ${deadEndOf(change)}`, ...detail, tone: "bad" };
    }
    case "freed":
      return { what: `No dead end any more: ${deadEndOf(change)}`, tone: "good" };
    case "end":
      return endWords(change);
    case "forced":
      return forcedWords(change, clusters);
    case "rotation": {
      const family = familyName(change.family);
      const at = timeOf(change.at, ground);
      const detail = at === undefined ? {} : { detail: clusters > 1 ? `the first begun ${at}` : `begun ${at}` };
      switch (change.step) {
        case "waits":
          return { what: `A rotation waits for its owner: ${family}`, ...detail, tone: "watch" };
        case "started":
          return { what: `A rotation was started: ${family}`, ...detail, tone: "plain" };
        case "completed":
          return { what: `A rotation was completed: ${family}`, tone: "good" };
        case "ended":
          return { what: `A rotation is not under way any more: ${family}`, tone: "plain" };
        default:
          return change.step satisfies never;
      }
    }
    case "maintenance":
      return { what: "Maintenance failed", detail: "The next run tries again.", tone: "bad" };
    case "deleting":
      return { what: "Deletion was requested", tone: "watch" };
    case "version":
      return {
        what: `Updated: ${change.image ?? "Kubernetes"} ${change.from} to ${change.to}`,
        ...(change.cause === undefined && { detail: "Who did it is not known." }),
        tone: "plain",
      };
    case "images":
      return { what: "Other machine images", tone: "plain" };
    case "created":
      return { what: "Created", tone: "plain" };
    case "shown":
      return { what: "Newly visible to you", tone: "plain" };
    case "gone":
      return { what: "Deleted", tone: "watch" };
    case "hidden":
      return {
        what: "Not visible to you any more",
        detail: "Their project is gone, or your rights have changed.",
        tone: "plain",
      };
    case "number":
      return numberWords(change);
    default:
      return change satisfies never;
  }
}

function failedWords({ type, state, codes }: Extract<SinceChange, { readonly kind: "failed" }>): Words {
  const outcome = state === "Error" ? "failed, retrying" : state === "Aborted" ? "was aborted" : "failed";
  const why = codes.map((code) => wordsOfErrorCode(code).meaning.replace(/\.$/, ""));
  const detail = why.length === 0 ? {} : { detail: why.join("; ") };
  return { what: `${type ?? "Last operation"} ${outcome}`, ...detail, tone: state === "Error" ? "watch" : "bad" };
}

function endWords({ image, version, was, is }: Extract<SinceChange, { readonly kind: "end" }>): Words {
  const name = `${image ?? "Kubernetes"} ${version}`;
  const [before, now] = [parseInstant(was), parseInstant(is)];
  if (now === undefined) return { what: `${name} has no end any more`, tone: "good" };
  const day = formatEndDate(now);
  if (before === undefined) return { what: `${name} now ends ${day}`, detail: "It had no end.", tone: "watch" };
  const days = Math.round((lastInstantOf(now) - lastInstantOf(before)) / dayMs);
  const moved = days === 0 ? "at another time" : `${countOf(Math.abs(days), "day")} ${days < 0 ? "earlier" : "later"}`;
  return { what: `${name} now ends ${moved}: ${day}`, tone: days < 0 ? "watch" : "good" };
}

function forcedWords({ was, is }: Extract<SinceChange, { readonly kind: "forced" }>, clusters: number): Words {
  const first = clusters > 1 ? "the first " : "";
  const before = was === undefined ? "nothing was forced" : `${targetOf(was)}${whenOf(was)}`;
  if (is === undefined) return { what: "No forced change any more", detail: `before: ${before}`, tone: "good" };
  return { what: `Forced change: ${first}${targetOf(is)}${whenOf(is)}`, detail: `before: ${before}`, tone: "watch" };
}

function targetOf({ image, to }: ForcedThen): string {
  return `${image ?? "Kubernetes"} ${to}`;
}

function whenOf({ at }: ForcedThen): string {
  const day = dateOf(at);
  return day === undefined ? " in the next window" : ` on ${day}`;
}

function deadEndOf({
  code,
  missing,
  profile,
}: Pick<Extract<SinceChange, { readonly kind: "stuck" }>, "code" | "missing" | "profile">): string {
  if (missing === undefined) return deadEndWords(code);
  return missingWords({ code, missing }, profile === undefined ? "" : ` in ${profile}`);
}

function causeWords(cause: ChangeCause | undefined, ground: ChangeGround): string | undefined {
  switch (cause?.kind) {
    case undefined:
      return undefined;
    case "profile":
      return cause.own
        ? `NamespacedCloudProfile ${cause.name}, or the CloudProfile that it extends, was changed`
        : `CloudProfile ${cause.name} was changed`;
    case "maintenance": {
      const at = timeOf(cause.at, ground);
      return `by maintenance${at === undefined ? "" : `, ${at}`}`;
    }
    case "update":
      return "since its update";
    default:
      return cause satisfies never;
  }
}

const numberLabels = {
  clusters: ["Clusters that you see", "plain"],
  failed: ["Clusters whose last operation failed", "bad"],
  unhealthy: ["Unhealthy clusters", "bad"],
  stuck: ["Clusters with a dead end", "watch"],
  waiting: ["Clusters with a rotation that waits", "watch"],
} as const;

function numberWords({ of, was, is }: Extract<SinceChange, { readonly kind: "number" }>): Words {
  const [label, tone] = numberLabels[of];
  return { what: `${label}: ${formatNumber(is)}, before: ${formatNumber(was)}`, tone: is > was ? tone : "plain" };
}

/** `14:02` of today, else with its day. */
function timeOf(text: string | undefined, { now, clock }: ChangeGround): string | undefined {
  const at = parseInstant(text);
  if (at === undefined) return undefined;
  const time = formatClockTime(at, clock);
  return formatDate(at, clock) === formatDate(now, clock) ? time : `${shortDay(at, clock)}, ${time}`;
}

function dateOf(text: string | undefined): string | undefined {
  const at = parseInstant(text);
  return at === undefined ? undefined : formatDate(at, utcClock);
}

/** `Tue 24 Nov`. */
function shortDay(at: number, clock: Clock): string {
  const { weekday = "", day = "", month = "" } = wallTime(at, clock) ?? {};
  return `${weekday} ${day} ${month}`;
}

/** `Tue 24 Nov, 09:12`: with what it is compared. */
export function sinceWords(at: string, clock: Clock): string {
  const ms = parseInstant(at) ?? Number.NaN;
  return `${shortDay(ms, clock)}, ${formatClockTime(ms, clock)}`;
}

const numberFilters = {
  clusters: "",
  failed: "?op=Failed",
  unhealthy: "?status=unhealthy",
  stuck: "?deadend=stuck",
  waiting: "?rotAge=waiting",
} as const;

/** Where exactly these clusters are seen; undefined for those that are not there any more. */
export function addressOfLine({ key, change, clusters, named: [only] }: SinceLine): string | undefined {
  if (change.kind === "gone" || change.kind === "hidden") return undefined;
  if (change.kind === "number") return `/clusters${numberFilters[change.of]}`;
  if (clusters === 1 && only !== undefined) {
    return `/clusters/${encodeURIComponent(only.project)}/${encodeURIComponent(only.name)}`;
  }
  return `/clusters?since=${encodeURIComponent(key)}`;
}

/** Whom a line is about: one cluster by its name, several by their number. */
export function subjectOfLine({ change, clusters, named: [only] }: SinceLine): string {
  if (change.kind === "number") return "Show";
  return clusters === 1 && only !== undefined ? `${only.project}/${only.name}` : countOf(clusters, "cluster");
}
