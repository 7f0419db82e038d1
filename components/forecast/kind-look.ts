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

export const kindSwatch: Readonly<Record<ForcedKind, string>> = {
  patch: "bg-info-solid",
  image: "bg-notice-solid",
  minor: "bg-caution-solid",
  blocked: "bg-negative-solid",
  gap: "bg-negative-solid",
  "no-later-version": "bg-neutral-solid",
};

/** Dead ends are told by their stripes where colours are not. */
export function isDeadEnd(kind: ForcedKind): boolean {
  return kind !== "patch" && kind !== "image" && kind !== "minor";
}
