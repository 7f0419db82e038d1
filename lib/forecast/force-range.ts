import { daysUntil } from "#lib/policy/horizon/dead-end-horizon.ts";
import type { ForcedEvent } from "./forced-events.ts";

/** A time in which something is forced, as the address bar has it: `..30d`, `8d..30d`, `180d..`, `overdue`, `none`. */
export type ForceRange =
  | { readonly kind: "overdue" }
  /** Nothing is foreseen within the horizon. */
  | { readonly kind: "none" }
  /** Days of UTC from today on, which is 0, both ends included. Without a first day it includes what is overdue. */
  | { readonly kind: "days"; readonly from?: number; readonly to?: number };

const daysIn: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30 };

function days(count: string | undefined, unit: string | undefined): number | undefined {
  return count === undefined ? undefined : Number(count) * (daysIn[unit ?? "d"] ?? 1);
}

/** Undefined for what is no range. A single length such as `30d` means "within". */
export function parseForceRange(text: string): ForceRange | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === "overdue" || wanted === "none") return { kind: wanted };
  const match = /^(?:(\d{1,5})([dwm]))?(\.\.)?(?:(\d{1,5})([dwm]))?$/.exec(wanted);
  if (!match) return undefined;
  const [, first, firstUnit, dots, second, secondUnit] = match;
  const [a, b] = [days(first, firstUnit), days(second, secondUnit)];
  if (a === undefined && b === undefined) return undefined;
  if (dots === undefined) return b === undefined && a !== undefined ? { kind: "days", to: a } : undefined;
  return { kind: "days", ...(a !== undefined && { from: a }), ...(b !== undefined && { to: b }) };
}

export function isInRange(
  { at, overdue }: Pick<ForcedEvent, "at" | "overdue">,
  range: ForceRange,
  now: number,
): boolean {
  switch (range.kind) {
    case "overdue":
      return overdue;
    case "none":
      return false;
    case "days": {
      const day = overdue ? -1 : daysUntil(at, now);
      return day >= (range.from ?? -1) && day <= (range.to ?? Number.POSITIVE_INFINITY);
    }
  }
}

/** The columns of the histogram and the boxes of the facet, in time order. */
export const forceBuckets = ["overdue", "0d..7d", "8d..30d", "31d..90d", "91d..180d", "181d.."] as const;
export type ForceBucket = (typeof forceBuckets)[number];

const lastDays = [7, 30, 90, 180];

export function bucketOf({ at, overdue }: Pick<ForcedEvent, "at" | "overdue">, now: number): ForceBucket {
  if (overdue) return "overdue";
  const day = daysUntil(at, now);
  const index = lastDays.findIndex((last) => day <= last);
  return forceBuckets[index < 0 ? forceBuckets.length - 1 : index + 1] ?? "181d..";
}

/** `within 30 days`, `in 8–30 days`, `overdue`. What is no range is said as it is written. */
export function wordsOfRange(text: string): string {
  const range = parseForceRange(text);
  if (range === undefined) return text;
  if (range.kind === "overdue") return "overdue";
  if (range.kind === "none") return "none in sight";
  const { from, to } = range;
  if (to === undefined) return `in more than ${(from ?? 1) - 1} days`;
  if (from === undefined) return `within ${to} days`;
  return from === 0 ? `in up to ${to} days` : `in ${from}–${to} days`;
}
