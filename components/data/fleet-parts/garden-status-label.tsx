import { clsx } from "clsx";
import { hueFill, hueText } from "#components/ui/hue-classes.ts";
import type { GardenDataStatus } from "#lib/contract/gardens.ts";
import { gardenDataStatusLabel } from "#lib/view/gardens/garden-data-status-label.ts";
import { useClock } from "../address/use-clock.ts";

/** State of a garden: how far the data shown can be trusted. */
export function GardenStatusLabel({ standing }: { readonly standing: GardenDataStatus }) {
  const { text, role } = gardenDataStatusLabel(standing, useClock());
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <span aria-hidden data-graphic className={clsx("size-2 shrink-0 rounded-full", hueFill[role])} />
      <span className={clsx(standing.state === "live" ? "text-secondary" : hueText[role])}>{text}</span>
    </span>
  );
}
