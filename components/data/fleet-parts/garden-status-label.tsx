import { clsx } from "clsx";
import { hueFillClasses, hueTextClasses } from "#components/ui/hue-classes.ts";
import type { GardenDataStatus } from "#lib/contract/gardens.ts";
import { gardenDataStatusLabel } from "#lib/view/gardens/garden-data-status-label.ts";
import { useDisplayClock } from "../address/use-clock.ts";

/** Label that says whether the data of a garden are live, outdated or missing. */
export function GardenStatusLabel({ standing }: { readonly standing: GardenDataStatus }) {
  const { text, role } = gardenDataStatusLabel(standing, useDisplayClock());
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <span aria-hidden data-graphic className={clsx("size-2 shrink-0 rounded-full", hueFillClasses[role])} />
      <span className={clsx(standing.state === "live" ? "text-secondary" : hueTextClasses[role])}>{text}</span>
    </span>
  );
}
