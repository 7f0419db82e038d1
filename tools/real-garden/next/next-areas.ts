import { controllerAreas } from "./controller-areas.ts";
import type { RandomInputGenerator } from "./draw.ts";
import { gardenletAreas } from "./gardenlet-areas.ts";
import { hibernationAreas } from "./hibernation-areas.ts";
import { maintenanceAreas } from "./maintenance-areas.ts";
import { scheduleAreas } from "./schedule-areas.ts";
import { writeAreas } from "./write-areas.ts";

/** Generators of random inputs for Gardener's reconcilers, by area of the test vectors. */
export const nextAreas: Readonly<Record<string, RandomInputGenerator>> = {
  ...hibernationAreas,
  ...controllerAreas,
  ...gardenletAreas,
  ...maintenanceAreas,
  ...writeAreas,
  ...scheduleAreas,
};
