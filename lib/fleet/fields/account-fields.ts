import type { FleetRow } from "#lib/contract/fleet.ts";
import {
  forcedTimeBucketOf,
  forcedTimeBuckets,
  forcedTimeRangeLabel,
  isInForcedTimeRange,
  parseForcedTimeRange,
} from "#lib/forecast/force-range.ts";
import { message, text } from "#lib/language/text.ts";
import type { FieldDefinitions, FieldTest } from "./field-definition.ts";
import { createAnyValueTest, isFlagFilterValue, missingFilterValue } from "./field-values.ts";

/** When a maintenance run replaces the SecretBinding of a cluster, and whether that is overdue. */
export interface BindingDeadline {
  /** Earliest and latest time in epoch milliseconds; no latest one if the update is not certain. */
  readonly at: number;
  readonly latestAt: number | undefined;
  readonly overdue: boolean;
  /** Kubernetes version of the update. */
  readonly to: string;
}

/** The deadline of a cluster with a SecretBinding; undefined without a SecretBinding or if no such update is in sight. */
export function bindingDeadlineOf({ secretBinding, forecast }: FleetRow): BindingDeadline | undefined {
  const step = forecast?.replacesSecretBinding;
  if (secretBinding === undefined || step === undefined) return undefined;
  return { at: step.earliestAt, latestAt: step.latestAt, overdue: step.overdue === true, to: step.to };
}

/** Time range of a cluster with a SecretBinding, as a value of the filter; undefined without a SecretBinding. */
export function bindingDeadlineBucketOf(row: FleetRow, now: number): string | undefined {
  if (row.secretBinding === undefined) return undefined;
  const deadline = bindingDeadlineOf(row);
  if (deadline !== undefined) return forcedTimeBucketOf(deadline, now);
  return row.forecast === undefined || row.forecast.without !== undefined ? "unknown" : missingFilterValue;
}

/** Filter values in time order. */
export const bindingDeadlineBuckets: readonly string[] = [...forcedTimeBuckets, missingFilterValue, "unknown"];

/** Test for `1` (has a SecretBinding), `0` (has none), or when a maintenance run replaces it: `..30d`, `none`. */
function secretBindingTest(value: string): FieldTest {
  if (isFlagFilterValue(value)) return ({ secretBinding }) => (secretBinding !== undefined) === (value === "1");
  const range = parseForcedTimeRange(value);
  if (range === undefined) return () => false;
  return (row, { now }) => {
    const deadline = bindingDeadlineOf(row);
    if (deadline !== undefined) return isInForcedTimeRange(deadline, range, now);
    return bindingDeadlineBucketOf(row, now) === range.kind;
  };
}

/** Definitions of the fields for a cluster's cloud account. */
export const accountFields = {
  secretBinding: {
    label: message("SecretBinding"),
    filter: {
      valuesOf: (row, { now }) => [bindingDeadlineBucketOf(row, now) ?? "0"],
      testFor: createAnyValueTest(secretBindingTest),
      understands: (value) => isFlagFilterValue(value) || parseForcedTimeRange(value) !== undefined,
      describe: secretBindingFilterLabel,
      facet: true,
      timed: true,
      order: [...bindingDeadlineBuckets, "0"],
    },
  },
} satisfies Partial<FieldDefinitions>;

/** Label of a value of the filter `secretBinding`. */
export function secretBindingFilterLabel(value: string): string {
  if (value === "1") return text("still used");
  if (value === "0") return text("not used");
  if (value === missingFilterValue) return text("no replacement in sight");
  if (value === "overdue") return text("replacement overdue");
  const isTime = value !== "unknown" && parseForcedTimeRange(value) !== undefined;
  const when = forcedTimeRangeLabel(value);
  return isTime ? text("replaced {when}", { when }) : when;
}
