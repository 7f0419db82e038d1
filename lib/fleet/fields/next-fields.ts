import type { FleetRow } from "#lib/contract/fleet.ts";
import { bucketOf, forceBuckets, forceRangeLabel, isInRange, parseForceRange } from "#lib/forecast/force-range.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { DiagnosisNote } from "#lib/policy/next/diagnosis.ts";
import { reconcileBlockerOfRow, rowReconcileBlockers, rowState } from "#lib/policy/next/row-state.ts";
import { reconcileBlockerLabels, stateLabels } from "#lib/words/state/state-labels.ts";
import type { FieldDefinitions, FieldTest } from "./field-definition.ts";
import { lowerCasePairs, none, sortLast, valueOrNone, valueOrNoneLabel } from "./field-values.ts";

/** Words for the work that waits while a cluster is held back. */
const waitingLabels: Readonly<Record<string, Message>> = {
  deletion: message("a deletion waits"),
  change: message("a change waits"),
  operation: message("an operation waits"),
};

/** Words for further notes about a cluster. The end of its lifetime has a column of its own. */
const noteLabels = {
  "perhaps-ignored": message("may be ignored"),
  "changes-held": message("changes wait for the window"),
  "lifetime-unreadable": message("end of its lifetime not readable"),
  "schedules-skipped": message("schedules are skipped"),
  "schedules-unreadable": message("schedule not readable"),
  "schedule-never-comes": message("schedule that never comes"),
} as const satisfies { readonly [Note in Exclude<DiagnosisNote["id"], "lifetime-ends">]: Message };

/** Returns the words for a code from a table; a code newer than this build is returned unchanged. */
function labelIn(table: Readonly<Record<string, Message>>, code: string): string {
  return String((Object.hasOwn(table, code) ? table[code] : undefined) ?? valueOrNoneLabel(code));
}

const holdOrder: readonly string[] = rowReconcileBlockers;
const stateOrder = Object.keys(stateLabels);

/** Returns a test for `ignored`, or with the waiting work `ignored:change`; `ignored:none` if nothing waits. */
function holdTest(values: readonly string[]): (row: FleetRow) => boolean {
  const wanted = lowerCasePairs(values);
  return (row) => {
    const hold = reconcileBlockerOfRow(row) ?? none;
    return wanted.has(hold) || wanted.has(`${hold}:${row.next.waiting ?? none}`);
  };
}

export function reconcileBlockerFilterLabel(value: string): string {
  const [kind = "", waiting] = value.split(":");
  const hold = labelIn(reconcileBlockerLabels, kind);
  if (waiting === undefined) return hold;
  return waiting === none
    ? text("{hold}, nothing waits", { hold })
    : text("{hold}, {waiting}", { hold, waiting: labelIn(waitingLabels, waiting) });
}

/** Returns the words in the cell of a held-back cluster; undefined when nothing holds it back. */
export function blockedRowLabels(
  row: FleetRow,
): { readonly hold: string; readonly waiting: string | undefined } | undefined {
  const hold = reconcileBlockerOfRow(row);
  if (hold === undefined) return undefined;
  const { waiting } = row.next;
  return { hold: text(reconcileBlockerLabels[hold]), waiting: waiting && labelIn(waitingLabels, waiting) };
}

/** Returns the end of a cluster's lifetime in ms; undefined without an end, and for clusters being deleted. */
export function lifetimeEndOf({ endsAt, deletionRequestedAt }: FleetRow): number | undefined {
  return deletionRequestedAt === undefined ? parseInstant(endsAt) : undefined;
}

/** Returns the bucket of the end of a lifetime, as a value of the filter `endsOn`. */
export function lifetimeBucket(at: number, now: number): string {
  return bucketOf({ at, overdue: at <= now }, now);
}

function lifetimeTest(values: readonly string[]): FieldTest {
  const isNone = values.some((value) => value.toLowerCase() === none);
  const ranges = values.flatMap((value) => parseForceRange(value) ?? []);
  return (row, { now }) => {
    const at = lifetimeEndOf(row);
    return at === undefined ? isNone : ranges.some((range) => isInRange({ at, overdue: at <= now }, range, now));
  };
}

/** Fields for Gardener's next step and what holds it back. */
export const nextFields = {
  state: {
    label: message("State"),
    filter: {
      valuesOf: (row, { now }) => [rowState(row, now)],
      understands: (value) => Object.hasOwn(stateLabels, value.toLowerCase()),
      describe: (value) => labelIn(stateLabels, value),
      facet: true,
      timed: true,
      order: stateOrder,
    },
    sort: (row) => stateOrder.indexOf(rowState(row)),
    column: { shown: false },
  },
  heldBack: {
    label: message("Held back"),
    filter: {
      valuesOf: (row) => valueOrNone(reconcileBlockerOfRow(row)),
      testFor: holdTest,
      describe: reconcileBlockerFilterLabel,
      facet: true,
      order: [...rowReconcileBlockers, none],
    },
    sort: (row) => {
      const at = holdOrder.indexOf(reconcileBlockerOfRow(row) ?? none);
      return at < 0 ? sortLast : at;
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
        return [at === undefined ? none : lifetimeBucket(at, now)];
      },
      testFor: lifetimeTest,
      understands: (value) => value.toLowerCase() !== "unknown" && parseForceRange(value) !== undefined,
      describe: (value) => (value === none ? valueOrNoneLabel(value) : forceRangeLabel(value)),
      facet: true,
      timed: true,
      order: [...forceBuckets, none],
    },
    sort: (row) => lifetimeEndOf(row) ?? sortLast,
    column: { shown: false },
  },
} satisfies Partial<FieldDefinitions>;
