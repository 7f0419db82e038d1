import type { ForcedKind } from "#lib/forecast/forced-events.ts";

/** A kind of forced change has one hue wherever it is drawn; the word beside it says the same. */
export const kindFill: Readonly<Record<ForcedKind, string>> = {
  patch: "var(--info-solid)",
  image: "var(--notice-solid)",
  minor: "var(--caution-solid)",
  deadend: "var(--negative-solid)",
};

export const kindSwatch: Readonly<Record<ForcedKind, string>> = {
  patch: "bg-info-solid",
  image: "bg-notice-solid",
  minor: "bg-caution-solid",
  deadend: "bg-negative-solid",
};
