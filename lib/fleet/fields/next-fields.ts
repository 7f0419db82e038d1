import type { FleetRow } from "#lib/contract/fleet.ts";
import { bucketOf, forceBuckets, isInRange, parseForceRange, wordsOfRange } from "#lib/forecast/force-range.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { rowHold, rowHolds, rowState } from "#lib/policy/next/row-state.ts";
import type { TruthNote } from "#lib/policy/next/truth.ts";
import { holdWords, stateWords } from "#lib/words/state/state-words.ts";
import type { FieldDefinitions, FieldTest } from "./field-definition.ts";
import { lowerCasePairs, none, sortLast, valueOrNone, wordsOrNone } from "./field-values.ts";

/** Words for the work that waits while a cluster is held back. */
const waitingWords: Readonly<Record<string, Message>> = {
  deletion: message("a deletion waits"),
  change: message("a change waits"),
  operation: message("an operation waits"),
};

/** Words for further notes about a cluster. The end of its lifetime has a column of its own. */
const noteWords = {
  "perhaps-ignored": message("may be ignored"),
  "changes-held": message("changes wait for the window"),
  "lifetime-unreadable": message("end of its lifetime not readable"),
  "schedules-skipped": message("schedules are skipped"),
  "schedules-unreadable": message("schedule not readable"),
  "schedule-never-comes": message("schedule that never comes"),
} as const satisfies { readonly [Note in Exclude<TruthNote["id"], "lifetime-ends">]: Message };

/** Returns the words for a code from a table; a code newer than this build is returned unchanged. */
function wordsIn(table: Readonly<Record<string, Message>>, code: string): string {
  return String((Object.hasOwn(table, code) ? table[code] : undefined) ?? wordsOrNone(code));
}

const holdOrder: readonly string[] = rowHolds;
const stateOrder = Object.keys(stateWords);

/** Returns a test for `ignored`, or with the waiting work `ignored:change`; `ignored:none` if nothing waits. */
function holdTest(values: readonly string[]): (row: FleetRow) => boolean {
  const wanted = lowerCasePairs(values);
  return (row) => {
    const hold = rowHold(row) ?? none;
    return wanted.has(hold) || wanted.has(`${hold}:${row.next.waiting ?? none}`);
  };
}

export function describeHold(value: string): string {
  const [kind = "", waiting] = value.split(":");
  const hold = wordsIn(holdWords, kind);
  if (waiting === undefined) return hold;
  return waiting === none
    ? text("{hold}, nothing waits", { hold })
    : text("{hold}, {waiting}", { hold, waiting: wordsIn(waitingWords, waiting) });
}

/** Returns the words in the cell of a held-back cluster; undefined when nothing holds it back. */
export function heldBackWords(
  row: FleetRow,
): { readonly hold: string; readonly waiting: string | undefined } | undefined {
  const hold = rowHold(row);
  if (hold === undefined) return undefined;
  const { waiting } = row.next;
  return { hold: text(holdWords[hold]), waiting: waiting && wordsIn(waitingWords, waiting) };
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
      understands: (value) => Object.hasOwn(stateWords, value.toLowerCase()),
      describe: (value) => wordsIn(stateWords, value),
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
      valuesOf: (row) => valueOrNone(rowHold(row)),
      testFor: holdTest,
      describe: describeHold,
      facet: true,
      order: [...rowHolds, none],
    },
    sort: (row) => {
      const at = holdOrder.indexOf(rowHold(row) ?? none);
      return at < 0 ? sortLast : at;
    },
    column: { shown: false },
  },
  note: {
    label: message("Also known"),
    filter: {
      valuesOf: ({ next: { notes } }) => notes ?? [],
      describe: (value) => wordsIn(noteWords, value),
      facet: true,
      order: Object.keys(noteWords),
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
      describe: (value) => (value === none ? wordsOrNone(value) : wordsOfRange(value)),
      facet: true,
      timed: true,
      order: [...forceBuckets, none],
    },
    sort: (row) => lifetimeEndOf(row) ?? sortLast,
    column: { shown: false },
  },
} satisfies Partial<FieldDefinitions>;
