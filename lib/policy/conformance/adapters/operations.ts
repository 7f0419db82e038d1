import type { Adapters } from "../adapter.ts";
import { operationsEditionAdapters } from "./operations-editions.ts";
import { operationsGardenletAdapters } from "./operations-gardenlet.ts";
import { operationsRequestAdapters } from "./operations-request.ts";
import { operationsStatusAdapters } from "./operations-status.ts";

/** Areas about operations, credential rotations and the status of a Shoot. */
export const operationsAdapters: Adapters = new Map([
  ...operationsRequestAdapters,
  ...operationsStatusAdapters,
  ...operationsGardenletAdapters,
  ...operationsEditionAdapters,
]);
