import type { AnnouncementPlace } from "#lib/contract/announcements/announcements.ts";
import { text } from "#lib/language/text.ts";

/** What an announcement is about: `All clusters`, `Seed aws-eu1`, `Kubernetes 1.34 in gcp`. */
export function announcementPlaceLabel(place: AnnouncementPlace): string {
  switch (place.kind) {
    case "landscape":
      return text("All clusters");
    case "seed":
      return text("Seed {name}", { name: place.name });
    case "profile":
      return text("Cloud profile {name}", { name: place.name });
    case "provider":
      return text("Provider {name}", { name: place.name });
    case "version": {
      const { image = "Kubernetes", version, profile } = place;
      const named = `${image} ${version}`;
      return profile === undefined ? named : text("{version} in {profile}", { version: named, profile });
    }
    default:
      return place satisfies never;
  }
}
