import { text } from "#lib/language/text.ts";

/**
 * Sentences that say how long a Seed's visibility lasts that was set by hand.
 * @source Gardener: cmd/gardenlet/app/app.go (registerSeed)
 */
export function visibilityLastsText(): string {
  return text(
    "When the gardenlet of a Seed starts, for example for an update, it writes the Seed's specification from its own configuration, and what was set by hand is lost. To make it last, set {field} there as well; of a ManagedSeed, in the ManagedSeed.",
    { field: "seedConfig.spec.settings.scheduling.visible" },
  );
}
