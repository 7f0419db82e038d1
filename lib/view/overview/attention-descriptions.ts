import type { AttentionTier } from "#lib/contract/garden-counts.ts";
import { deadEndCodeLabel, missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { reconcileBlockerFilterLabel } from "#lib/fleet/fields/next-fields.ts";
import { forcedTimeRangeLabel } from "#lib/forecast/force-range.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { toInlineNamedLabel } from "#lib/language/to-inline-label.ts";
import { type AutomaticHandling, automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import { type NextStep, unblockingSteps } from "#lib/policy/next/diagnosis.ts";
import type { RowReconcileBlocker, RowState } from "#lib/policy/next/row-state.ts";
import { causeOfDeadEnd } from "#lib/policy/versions/dead-end-horizon.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeCondition } from "#lib/words/condition-descriptions.ts";
import { deadEndCauseDescriptions } from "#lib/words/dead-end-labels.ts";
import { describeErrorCode } from "#lib/words/error-code-descriptions.ts";
import { formatList, profileSuffixLabel } from "#lib/words/format-list.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { describeErrorCodeRemedy } from "#lib/words/state/error-code-remedies.ts";
import { nextStepDescriptions } from "#lib/words/state/next-step-descriptions.ts";
import { stateLabels } from "#lib/words/state/state-labels.ts";
import { formatVersionEnd, formatVersionEndDate } from "#lib/words/version-end.ts";
import type { AttentionGroup } from "./attention.ts";

export const attentionTierLabels = {
  now: message("Now"),
  ended: message("Version ended"),
  "30": message("Within 30 days"),
  "90": message("Within 90 days"),
  open: message("No date"),
} as const satisfies Readonly<Record<AttentionTier, Message>>;

/** Explanations of the order of attention groups, shown as help for the list. */
export const attentionOrderDescriptions = {
  tiers: message(
    "Current problems first, then expired versions, then what is due within 30 and 90 days, then what has no date.",
  ),
  within: message(
    "Within each group your own projects first, then the largest number of clusters, then the earliest date.",
  ),
  often: message("A cluster appears under every cause that affects it."),
} as const;

export interface AttentionDescription {
  readonly title: string;
  /** Consequence or remedy of the cause, in one line. */
  readonly detail: string;
  /** Full text of the cause for the tooltip. */
  readonly hint: string;
}

/** Converts a sentence to a clause that follows a colon. */
const clause = (sentence: string) => toInlineNamedLabel(sentence.replace(/\.$/, ""));

/** Operation type common to all rows, such as `Reconcile`; otherwise a general term. */
function operationOf({ rows }: AttentionGroup): string {
  const types = new Set(rows.map(({ lastOperation }) => lastOperation?.type));
  const [only] = types;
  return types.size === 1 && only ? only : text("Last operation");
}

const outcomes = {
  failed: message("{operation} failed"),
  retrying: message("{operation} failed, retrying"),
} as const;

const mostEffects = 2;
const mostProfiles = 2;

function effectsOf({ effects }: AttentionGroup): string {
  const named = effects.slice(0, mostEffects);
  return effects.length > mostEffects ? text("{names}, and others", { names: named.join(", ") }) : named.join(", ");
}

/** Returns the profiles in which a version ends: ` in aws`, ` in aws and gcp`, ` in 3 profiles`. */
function profilesOf({ rows }: AttentionGroup): string {
  const names = [...new Set(rows.flatMap(({ profile }) => (profile === undefined ? [] : [profile.name])))].sort();
  if (names.length > mostProfiles) return ` ${text("in {count, number} profiles", { count: names.length })}`;
  return names.length === 0 ? "" : profileSuffixLabel(formatList(names));
}

/** Automatic handling of a group: any other than `goes-on` comes first, so that no row is promised too much. */
function courseOf({ rows }: AttentionGroup): AutomaticHandling {
  return rows.map(automaticHandlingOf).find((course) => course !== "goes-on") ?? "goes-on";
}

/** Describes what the clusters of an attention group have in common. */
export function describeAttentionGroup(group: AttentionGroup, now: number): AttentionDescription {
  const { cause } = group;
  switch (cause.id) {
    case "failed":
    case "retrying": {
      const what = text(outcomes[cause.id], { operation: operationOf(group) });
      if (cause.code === undefined) return plain(what, text("Read the message of the error."));
      const detail = describeErrorCodeRemedy(cause.code, courseOf(group));
      return { title: `${what}: ${clause(describeErrorCode(cause.code))}`, detail, hint: cause.code };
    }
    case "unhealthy": {
      const { name, failing } = describeCondition(cause.condition);
      return {
        title: text("Unhealthy: {name}", { name: clause(String(name)) }),
        detail: String(failing),
        hint: cause.condition,
      };
    }
    case "ending": {
      const { version, image, endsAt } = cause;
      const versionLabel = image === undefined ? version : `${image} ${version}`;
      const what = `${versionLabel}${profilesOf(group)}`;
      const effects = effectsOf(group);
      const detail = [
        effects === "" ? "" : text("Next: {effects}", { effects }),
        group.passing === 0 ? "" : text("{passing, number} not on it yet", { passing: group.passing }),
      ]
        .filter(Boolean)
        .join(" · ");
      if (endsAt === undefined)
        return { title: text("{what} is not in the profile", { what: versionLabel }), detail, hint: detail };
      const isPast = String(endsAt <= now);
      return {
        title: text("{what} {isPast, select, true {ended} other {ends}} {day}", {
          what,
          isPast,
          day: formatVersionEndDate(endsAt),
        }),
        detail,
        hint: `${text("{what} {isPast, select, true {ended} other {ends}} at the {end}.", {
          what,
          isPast,
          end: formatVersionEnd(endsAt),
        })} ${formatList(group.effects)}`,
      };
    }
    case "stuck": {
      const { code, missing, profile } = cause;
      const what =
        missing === undefined ? "" : `: ${missingVersionLabel({ code, missing }, profileSuffixLabel(profile))}`;
      return plain(`${deadEndCodeLabel(code)}${what}`, text(deadEndCauseDescriptions[causeOfDeadEnd(code)]));
    }
    case "held-back":
      return plain(
        reconcileBlockerFilterLabel(withoutRest(cause.value)),
        text(nextStepDescriptions[stepsOfHolds[cause.hold]]),
      );
    case "standstill":
      return plain(text(stateLabels[cause.state]), stepOf(stepsOfStates[cause.state] ?? "ask-operator"));
    case "lifetime-ends":
      return lifetimeLabel(group, now);
    case "schedules-unreadable":
      return plain(
        text("Hibernation schedule not readable"),
        text("Gardener executes none of the cluster's schedules. Write them again."),
      );
    case "schedule-never-comes":
      return plain(
        text("Hibernation schedule that never comes"),
        text(
          "Gardener executes none of the cluster's schedules. Remove it; the operator has to restart the controller-manager.",
        ),
      );
    case "lifetime-unreadable":
      return plain(
        text("End of the lifetime not readable"),
        text("Gardener does not delete the cluster until somebody corrects the date."),
      );
    case "perhaps-ignored":
      return plain(
        text("May be ignored"),
        text(
          "An annotation says so; it counts only where the operator allows it. Remove it, so that Gardener reconciles in any case.",
        ),
      );
    case "not-ready":
      return plain(
        text("Minor update forced {when}, not ready", { when: forcedTimeRangeLabel(cause.time) }),
        text("Next: {effects}. The updates page of each cluster says what blocks, and how to fix it.", {
          effects: effectsOf(group),
        }),
      );
    case "maintenance-failed":
      return plain(
        text("Last maintenance failed"),
        text("The next run tries again. The cluster's page has the reason."),
      );
    case "certificates-end":
      return plain(text("Certificate authorities end within a year"), text("Rotate them."));
    case "rotation-waits":
      return plain(text("Rotation waiting for more than 14 days"), text("Complete the rotation."));
    case "deprecated-and-held":
      return plain(text("Deprecated Kubernetes, automatic updates off"), text("Update before the version ends."));
  }
}

/** Remedies for states in which nothing proceeds. */
const stepsOfStates: { readonly [State in RowState]?: "reconcile-or-ask" | "remove-finalizers" } = {
  "change-overdue": "reconcile-or-ask",
  "held-by-finalizer": "remove-finalizers",
};

/** Remedies for what holds Gardener back from reconciling a cluster. */
const stepsOfHolds = {
  ...unblockingSteps,
  "perhaps-ignored": "ask-operator",
  "seed-not-ready": "make-seed-ready",
  "leaving-seed": "make-destination-ready",
} as const satisfies { readonly [Hold in RowReconcileBlocker]: NextStep };

const stepOf = (step: "ask-operator" | "reconcile-or-ask" | "remove-finalizers") => text(nextStepDescriptions[step]);

/** Removes `:none` from a value, so that no waiting work is mentioned if there is none. */
const withoutRest = (value: string) => value.replace(/:none$/, "");

function lifetimeLabel({ at = 0, rows }: AttentionGroup, now: number): AttentionDescription {
  const day = formatDate(at, utcClock);
  const title =
    at <= now
      ? text("Lifetime ended {day}", { day })
      : text("{count, plural, one {Lifetime ends {day}} other {Lifetimes end from {day} on}}", {
          count: rows.length,
          day,
        });
  return plain(
    title,
    text("Gardener then deletes the cluster, up to an hour later. Move the date before, or save what you need."),
  );
}

function plain(title: string, detail: string): AttentionDescription {
  return { title, detail, hint: detail };
}
