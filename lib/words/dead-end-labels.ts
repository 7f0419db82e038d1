import type { DeadEndCode } from "#lib/policy/forecast/dead-end.ts";
import type { DeadEndCause, Urgency } from "#lib/policy/horizon/dead-end-horizon.ts";

/** What a dead end is called, in few words. */
export const deadEndLabels = {
  "no-next-minor": "Next minor missing",
  "preview-only": "Only previews ahead",
  "highest-minor": "Newest minor ends",
  "image-end-of-life": "Image reaches its end of life",
  "newest-image": "Newest image ends",
  "no-higher-image": "No higher image version",
  "image-does-not-fit": "Image does not fit the pool",
  "image-not-in-profile": "Image not in the profile",
  "machine-type-not-in-profile": "Machine type not in the profile",
  "image-missing": "No image named",
  "version-unreadable": "Version cannot be read",
  "profile-unreadable": "Profile cannot be read",
  "rejected-by-dry-run": "Maintenance would be refused",
} as const satisfies { readonly [Code in DeadEndCode]: string };

/** What a dead end comes from, in few words: facets, chips, kinds in charts. */
export const deadEndCauseLabels = {
  "no-later-version": "No later version yet",
  gap: "Gap in the profile",
  blocked: "Blocked by the cluster",
} as const satisfies Readonly<Record<DeadEndCause, string>>;

/** What can end it and who, in a sentence. */
export const deadEndCauseSentences = {
  "no-later-version": "The operator adds a later version when it is released.",
  gap: "The operator has to close this gap in the profile.",
  blocked: "Settings of this cluster block the update: its owner has to change them.",
} as const satisfies Readonly<Record<DeadEndCause, string>>;

/** What a dead end is called at its distance. */
export function deadEndName(urgency: Urgency): "dead end" | "open end" {
  return urgency === "open" ? "open end" : "dead end";
}

/** The hue of a dead end at its distance: red only for now and within 90 days. */
export const urgencyHues = {
  now: "negative",
  soon: "negative",
  ahead: "caution",
  open: "neutral",
} as const satisfies Readonly<Record<Urgency, "negative" | "caution" | "neutral">>;
