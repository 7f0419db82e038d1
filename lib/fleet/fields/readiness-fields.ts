import { forcedTimeRangeLabel, isInForcedTimeRange, parseForcedTimeRange } from "#lib/forecast/force-range.ts";
import { readinessStepOf } from "#lib/forecast/readiness-step.ts";
import { message, text } from "#lib/language/text.ts";
import { readinessResultLabels } from "#lib/words/readiness/readiness-result-labels.ts";
import type { FieldDefinitions, FieldTest } from "./field-definition.ts";
import { createAnyValueTest, lastSortValue, missingFilterValue, valueOrNoneLabel } from "./field-values.ts";

const worstFirst: readonly string[] = ["not-ready", "not-looked", "ready-with-risks", "ready-as-known"];

const farFuture = 1e14;

/** Splits `not-ready:..30d` into the result and the time range of the step. */
function partsOf(value: string) {
  const [result = "", time] = value.toLowerCase().split(":");
  return { result, time };
}

/** Test for a result, or for a result and when the step comes: `not-ready`, `not-ready:..30d`. */
function readinessTest(value: string): FieldTest {
  const { result, time } = partsOf(value);
  const range = time === undefined ? undefined : parseForcedTimeRange(time);
  return (row, { now }) => {
    if ((row.readiness?.result ?? missingFilterValue) !== result) return false;
    if (time === undefined) return true;
    const { at } = readinessStepOf(row) ?? {};
    return at !== undefined && range !== undefined && isInForcedTimeRange({ at, overdue: at <= now }, range, now);
  };
}

function isUnderstood(value: string): boolean {
  const { result, time } = partsOf(value);
  if (time === undefined) return result === missingFilterValue || worstFirst.includes(result);
  return worstFirst.includes(result) && parseForcedTimeRange(time) !== undefined;
}

/** Label of a result; a result newer than this build is returned unchanged. */
export function readinessResultLabel(result: string): string {
  const known = Object.entries(readinessResultLabels).find(([name]) => name === result);
  return known === undefined ? valueOrNoneLabel(result) : text(known[1].label);
}

function filterLabel(value: string): string {
  const { result, time } = partsOf(value);
  const label = readinessResultLabel(result);
  return time === undefined ? label : text("{result}, {time}", { result: label, time: forcedTimeRangeLabel(time) });
}

/** Definition of the field for the readiness of clusters for the minor step that the forecast plans. */
export const readinessFields = {
  readiness: {
    label: message("Readiness"),
    filter: {
      valuesOf: ({ readiness }) => [readiness?.result ?? missingFilterValue],
      testFor: createAnyValueTest(readinessTest),
      understands: isUnderstood,
      describe: filterLabel,
      facet: true,
      timed: true,
      order: [...worstFirst, missingFilterValue],
    },
    sort: (row) => {
      const place = worstFirst.indexOf(row.readiness?.result ?? missingFilterValue);
      const { at } = readinessStepOf(row) ?? {};
      return at === undefined || place < 0 ? lastSortValue : place * farFuture + at;
    },
    column: { shown: false },
  },
} satisfies Partial<FieldDefinitions>;
