import type { DeadEndCode } from "#lib/policy/forecast/dead-end.ts";

/** What a dead end is called, in few words. */
export const deadEndLabels = {
  "no-next-minor": "Next minor missing",
  "preview-only": "Only previews ahead",
  "highest-minor": "Newest minor ends",
  "image-end-of-life": "Image reaches its end of life",
  "no-higher-image": "No higher image version",
  "image-does-not-fit": "Image does not fit the pool",
  "image-not-in-profile": "Image not in the profile",
  "machine-type-not-in-profile": "Machine type not in the profile",
  "image-missing": "No image named",
  "version-unreadable": "Version cannot be read",
  "profile-unreadable": "Profile cannot be read",
  "rejected-by-dry-run": "Maintenance would be refused",
} as const satisfies { readonly [Code in DeadEndCode]: string };
