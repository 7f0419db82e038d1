import type { Adapters } from "../vector/adapter.ts";
import { operationsCompanionAdapters } from "./operations-companions.ts";
import { operationsEditionAdapters } from "./operations-editions.ts";
import { operationsGardenletAdapters } from "./operations-gardenlet.ts";
import { operationsMaintenanceAdapters } from "./operations-maintenance.ts";
import { operationsRequestAdapters } from "./operations-request.ts";
import { operationsStatusAdapters } from "./operations-status.ts";

/** Areas about operations, credential rotations and the status of a Shoot. */
export const operationsAdapters: Adapters = new Map([
  ...operationsRequestAdapters,
  ...operationsStatusAdapters,
  ...operationsGardenletAdapters,
  ...operationsMaintenanceAdapters,
  ...operationsCompanionAdapters,
  ...operationsEditionAdapters,
]);
