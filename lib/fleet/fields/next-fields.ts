import type { FleetRow } from "#lib/contract/fleet.ts";
import {
  forcedTimeBucketOf,
  forcedTimeBuckets,
  forcedTimeRangeLabel,
  isInForcedTimeRange,
  parseForcedTimeRange,
} from "#lib/forecast/force-range.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { DiagnosisNote } from "#lib/policy/next/diagnosis.ts";
import { clusterRowStateOf, reconcileBlockerOfRow, rowReconcileBlockers } from "#lib/policy/next/row-state.ts";
import { reconcileBlockerLabels, stateLabels } from "#lib/words/state/state-labels.ts";
import type { FieldDefinitions, FieldTest } from "./field-definition.ts";
import {
  filterValuesOfText,
  lastSortValue,
  missingFilterValue,
  normalizeValuePairs,
  valueOrNoneLabel,
} from "./field-values.ts";

/** Labels of the work that waits while Gardener is held back from reconciling a cluster. */
const waitingLabels: Readonly<Record<string, Message>> = {
  deletion: message("a deletion waits"),
  change: message("a change waits"),
  operation: message("an operation waits"),
};

/** Labels of further notes about a cluster. The end of its lifetime has a column of its own. */
const noteLabels = {
  "perhaps-ignored": message("may be ignored"),
  "changes-held": message("changes wait for the window"),
  "lifetime-unreadable": message("end of its lifetime not readable"),
  "schedules-skipped": message("schedules are skipped"),
  "schedules-unreadable": message("schedule not readable"),
  "schedule-never-comes": message("schedule that never comes"),
} as const satisfies { readonly [Note in Exclude<DiagnosisNote["id"], "lifetime-ends">]: Message };

/** Returns the label of a code from a table; a code newer than this build is returned unchanged. */
function labelIn(table: Readonly<Record<string, Message>>, code: string): string {
  return String((Object.hasOwn(table, code) ? table[code] : undefined) ?? valueOrNoneLabel(code));
}

const holdOrder: readonly string[] = rowReconcileBlockers;
const stateOrder = Object.keys(stateLabels);

/** Test for filter values: `ignored`, `ignored:change` for the kind of waiting work, `ignored:none` without work. */
function holdTest(values: readonly string[]): (row: FleetRow) => boolean {
  const wanted = normalizeValuePairs(values);
  return (row) => {
    const hold = reconcileBlockerOfRow(row) ?? missingFilterValue;
    return wanted.has(hold) || wanted.has(`${hold}:${row.next.waiting ?? missingFilterValue}`);
  };
}

export function reconcileBlockerFilterLabel(value: string): string {
  const [kind = "", waiting] = value.split(":");
  const hold = labelIn(reconcileBlockerLabels, kind);
  if (waiting === undefined) return hold;
  return waiting === missingFilterValue
    ? text("{hold}, nothing waits", { hold })
    : text("{hold}, {waiting}", { hold, waiting: labelIn(waitingLabels, waiting) });
}

/** Returns the labels for a cluster that Gardener is held back from reconciling; undefined for other clusters. */
export function blockedRowLabels(
  row: FleetRow,
): { readonly hold: string; readonly waiting: string | undefined } | undefined {
  const hold = reconcileBlockerOfRow(row);
  if (hold === undefined) return undefined;
  const { waiting } = row.next;
  return { hold: text(reconcileBlockerLabels[hold]), waiting: waiting && labelIn(waitingLabels, waiting) };
}

/** End of a cluster's lifetime in epoch milliseconds; undefined without an end and for clusters being deleted. */
export function lifetimeEndOf({ endsAt, deletionRequestedAt }: FleetRow): number | undefined {
  return deletionRequestedAt === undefined ? parseInstant(endsAt) : undefined;
}

/** Returns the time range of the end of a lifetime, as a value of the filter `endsOn`. */
export function lifetimeEndBucketOf(at: number, now: number): string {
  return forcedTimeBucketOf({ at, overdue: at <= now }, now);
}

function lifetimeTest(values: readonly string[]): FieldTest {
  const isNone = values.some((value) => value.toLowerCase() === missingFilterValue);
  const ranges = values.flatMap((value) => parseForcedTimeRange(value) ?? []);
  return (row, { now }) => {
    const at = lifetimeEndOf(row);
    return at === undefined
      ? isNone
      : ranges.some((range) => isInForcedTimeRange({ at, overdue: at <= now }, range, now));
  };
}

/** Definitions of the fields for Gardener's next step and what holds Gardener back. */
export const nextFields = {
  state: {
    label: message("State"),
    filter: {
      valuesOf: (row, { now }) => [clusterRowStateOf(row, now)],
      understands: (value) => Object.hasOwn(stateLabels, value.toLowerCase()),
      describe: (value) => labelIn(stateLabels, value),
      facet: true,
      timed: true,
      order: stateOrder,
    },
    sort: (row) => stateOrder.indexOf(clusterRowStateOf(row)),
    column: { shown: false },
  },
  heldBack: {
    label: message("Held back"),
    filter: {
      valuesOf: (row) => filterValuesOfText(reconcileBlockerOfRow(row)),
      testFor: holdTest,
      describe: reconcileBlockerFilterLabel,
      facet: true,
      order: [...rowReconcileBlockers, missingFilterValue],
    },
    sort: (row) => {
      const at = holdOrder.indexOf(reconcileBlockerOfRow(row) ?? missingFilterValue);
      return at < 0 ? lastSortValue : at;
    },
    column: { shown: false },
  },
  note: {
    label: message("Also known"),
    filter: {
      valuesOf: ({ next: { notes } }) => notes ?? [],
      describe: (value) => labelIn(noteLabels, value),
      facet: true,
      order: Object.keys(noteLabels),
    },
  },
  endsOn: {
    label: message("Ends on"),
    filter: {
      valuesOf: (row, { now }) => {
        const at = lifetimeEndOf(row);
        return [at === undefined ? missingFilterValue : lifetimeEndBucketOf(at, now)];
      },
      testFor: lifetimeTest,
      understands: (value) => value.toLowerCase() !== "unknown" && parseForcedTimeRange(value) !== undefined,
      describe: (value) => (value === missingFilterValue ? valueOrNoneLabel(value) : forcedTimeRangeLabel(value)),
      facet: true,
      timed: true,
      order: [...forcedTimeBuckets, missingFilterValue],
    },
    sort: (row) => lifetimeEndOf(row) ?? lastSortValue,
    column: { shown: false },
  },
} satisfies Partial<FieldDefinitions>;
