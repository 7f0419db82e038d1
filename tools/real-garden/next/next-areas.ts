import { controllerAreas } from "./controller-areas.ts";
import type { Draw } from "./draw.ts";
import { gardenletAreas } from "./gardenlet-areas.ts";
import { hibernationAreas } from "./hibernation-areas.ts";
import { maintenanceAreas } from "./maintenance-areas.ts";
import { scheduleAreas } from "./schedule-areas.ts";
import { writeAreas } from "./write-areas.ts";

/** What is asked of Gardener's reconcilers, with the gardens that are drawn for it. The names are those of the vectors. */
export const nextAreas: Readonly<Record<string, Draw>> = {
  ...hibernationAreas,
  ...controllerAreas,
  ...gardenletAreas,
  ...maintenanceAreas,
  ...writeAreas,
  ...scheduleAreas,
};
