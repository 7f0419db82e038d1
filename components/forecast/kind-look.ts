import type { ForceBucket } from "#lib/forecast/force-range.ts";
import type { ForcedKind } from "#lib/forecast/forced-events.ts";

/** A kind of forced change has one hue wherever it is drawn; the word beside it says the same. */
export const kindFill: Readonly<Record<ForcedKind, string>> = {
  patch: "var(--info-solid)",
  image: "var(--notice-solid)",
  minor: "var(--caution-solid)",
  blocked: "var(--negative-solid)",
  gap: "var(--negative-solid)",
  "no-later-version": "var(--neutral-solid)",
};

/** The same beside a word: a dead end is an outline, and dashed where only time is missing. */
export const kindSwatch: Readonly<Record<ForcedKind, string>> = {
  patch: "bg-info-solid",
  image: "bg-notice-solid",
  minor: "bg-caution-solid",
  blocked: "border-2 border-negative-solid",
  gap: "border-2 border-negative-solid",
  "no-later-version": "border-2 border-dashed border-neutral-solid",
};

/** The outline of a dead end: red only for now and within 90 days. */
export function deadEndStroke(bucket: ForceBucket): string {
  if (bucket === "181d..") return "var(--neutral-solid)";
  return bucket === "91d..180d" ? "var(--caution-solid)" : "var(--negative-solid)";
}

/** Dead ends are drawn as outlines, which tells them where colours do not. */
export function isDeadEnd(kind: ForcedKind): boolean {
  return kind !== "patch" && kind !== "image" && kind !== "minor";
}
