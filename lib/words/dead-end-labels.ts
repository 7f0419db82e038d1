import { type Message, message, text } from "#lib/language/text.ts";
import type { DeadEndCode } from "#lib/policy/forecast/dead-end.ts";
import type { DeadEndCause, Urgency } from "#lib/policy/versions/dead-end-horizon.ts";

/** Short name of each dead end. */
export const deadEndLabels = {
  "no-next-minor": message("Next minor missing"),
  "preview-only": message("Only previews ahead"),
  "highest-minor": message("Newest minor ends"),
  "image-end-of-life": message("Image reaches its end of life"),
  "newest-image": message("Newest image ends"),
  "no-higher-image": message("No higher image version"),
  "image-does-not-fit": message("Image does not fit the pool"),
  "image-not-in-profile": message("Image not in the profile"),
  "machine-type-not-in-profile": message("Machine type not in the profile"),
  "image-missing": message("No image named"),
  "version-unreadable": message("Version cannot be read"),
  "profile-unreadable": message("Profile cannot be read"),
  "rejected-by-dry-run": message("Maintenance would be refused"),
} as const satisfies { readonly [Code in DeadEndCode]: Message };

/** Short name of each cause of a dead end, for facets, chips and chart legends. */
export const deadEndCauseLabels = {
  "no-later-version": message("No later version yet"),
  gap: message("Gap in the profile"),
  blocked: message("Blocked by the cluster"),
} as const satisfies Readonly<Record<DeadEndCause, Message>>;

/** Description of each cause: what resolves the dead end, and who can do it. */
export const deadEndCauseDescriptions = {
  "no-later-version": message("The operator adds a later version when it is released."),
  gap: message("The operator has to close this gap in the profile."),
  blocked: message("The owner has to remove what blocks it."),
} as const satisfies Readonly<Record<DeadEndCause, Message>>;

/** Returns the noun for a dead end of this urgency: `dead end` or `open end`. */
export function deadEndTypeLabel(urgency: Urgency): string {
  return urgency === "open" ? text("open end") : text("dead end");
}

/** Name of each urgency where no date stands beside it. */
export const urgencyLabels = {
  now: message("Now"),
  soon: message("Within 90 days"),
  ahead: message("After 90 days"),
  open: message("Open end"),
} as const satisfies Readonly<Record<Urgency, Message>>;

/** Colour of a dead end by urgency: red only for now and within 90 days. */
export const urgencyHues = {
  now: "negative",
  soon: "negative",
  ahead: "caution",
  open: "neutral",
} as const satisfies Readonly<Record<Urgency, "negative" | "caution" | "neutral">>;
