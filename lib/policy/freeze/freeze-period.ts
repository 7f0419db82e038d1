import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";

/** A period in which a team wants no changes: [fromAt, untilAt), in epoch milliseconds. */
export interface FreezePeriod {
  readonly name: string;
  readonly fromAt: number;
  readonly untilAt: number;
}

/** A period as its team writes it, with times in RFC 3339. */
export interface WrittenFreezePeriod {
  readonly name: string;
  readonly from: string;
  readonly until: string;
}

/** Why a period is refused, and the field that has to change. */
export interface FreezeTimeError {
  readonly field: "from" | "until";
  readonly code: "unreadable" | "ends-before-it-begins" | "too-long";
}

/** The longest period. A longer one is a typing error in the year, or no period but a wish for no updates at all. */
const longestMs = 366 * dayMs;

/** Why the times of a period are refused; undefined for valid ones. */
export function findFreezeTimeError({ from, until }: Omit<WrittenFreezePeriod, "name">): FreezeTimeError | undefined {
  const [fromAt, untilAt] = [parseInstant(from), parseInstant(until)];
  if (fromAt === undefined) return { field: "from", code: "unreadable" };
  if (untilAt === undefined) return { field: "until", code: "unreadable" };
  if (untilAt <= fromAt) return { field: "until", code: "ends-before-it-begins" };
  return untilAt - fromAt > longestMs ? { field: "until", code: "too-long" } : undefined;
}

/** The valid ones of the written periods, in the order in which they begin. */
export function freezePeriodsOf(written: readonly WrittenFreezePeriod[]): readonly FreezePeriod[] {
  return written
    .flatMap((freeze) => {
      const [fromAt, untilAt] = [parseInstant(freeze.from), parseInstant(freeze.until)];
      return fromAt === undefined || untilAt === undefined || findFreezeTimeError(freeze) !== undefined
        ? []
        : [{ name: freeze.name, fromAt, untilAt }];
    })
    .sort((a, b) => a.fromAt - b.fromAt || a.untilAt - b.untilAt);
}
