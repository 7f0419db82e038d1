import { changesAdapters } from "./adapters/changes.ts";
import { changesByReleaseAdapters } from "./adapters/changes-by-release.ts";
import { changesOperationAdapters } from "./adapters/changes-operations.ts";
import { changesSettingsAdapters } from "./adapters/changes-settings.ts";
import { cloudProfileAdapters } from "./adapters/cloud-profiles.ts";
import { cloudProfileOfferAdapters } from "./adapters/cloud-profiles-offer.ts";
import { defaultAdapters } from "./adapters/defaults.ts";
import { infrastructureAdapters } from "./adapters/infrastructure.ts";
import { maintenanceAdapters } from "./adapters/maintenance.ts";
import { maintenanceForecastAdapters } from "./adapters/maintenance-forecast.ts";
import { maintenanceRunAdapters } from "./adapters/maintenance-run.ts";
import { maintenanceWindowAdapters } from "./adapters/maintenance-window.ts";
import { nextControllersAdapters } from "./adapters/next-controllers.ts";
import { nextGardenletAdapters } from "./adapters/next-gardenlet.ts";
import { nextHealthAdapters } from "./adapters/next-health.ts";
import { nextHibernationAdapters } from "./adapters/next-hibernation.ts";
import { nextMaintenanceAdapters } from "./adapters/next-maintenance.ts";
import { nextSchedulerAdapters } from "./adapters/next-scheduler.ts";
import { operationsByReleaseAdapters } from "./adapters/operations-by-release.ts";
import { operationsCompanionAdapters } from "./adapters/operations-companions.ts";
import { operationsGardenletAdapters } from "./adapters/operations-gardenlet.ts";
import { operationsMaintenanceAdapters } from "./adapters/operations-maintenance.ts";
import { operationsRequestAdapters } from "./adapters/operations-request.ts";
import { operationsStatusAdapters } from "./adapters/operations-status.ts";
import { pickAdapters } from "./adapters/picks.ts";
import { profileAdapters } from "./adapters/profiles.ts";
import { releaseAdapters } from "./adapters/releases.ts";
import { versionAdapters } from "./adapters/versions.ts";
import type { VectorAdapter, VectorAdapters } from "./vector/adapter.ts";

/**
 * The adapters of all areas, by which test vectors are run against the policy core. Convention: each file in
 * `adapters/` exports `<subject>Adapters: VectorAdapters`, which maps areas to `createVectorAdapter<Input>((input,
 * vector) => result, lists?)`. A large subject has several files (`adapters/<subject>-<part>.ts`). All files are listed
 * below, and no area occurs twice, which a test checks. Areas of vectors by Gardener release begin with `edition.`;
 * `rulesOfVector(vector)` in `release-of-vector.ts` returns the rules of the release.
 */
export const allAdapterTables: readonly VectorAdapters[] = [
  versionAdapters,
  pickAdapters,
  profileAdapters,
  defaultAdapters,
  cloudProfileAdapters,
  cloudProfileOfferAdapters,
  releaseAdapters,
  maintenanceAdapters,
  maintenanceForecastAdapters,
  maintenanceRunAdapters,
  maintenanceWindowAdapters,
  changesAdapters,
  changesByReleaseAdapters,
  changesOperationAdapters,
  changesSettingsAdapters,
  infrastructureAdapters,
  nextControllersAdapters,
  nextGardenletAdapters,
  nextHealthAdapters,
  nextHibernationAdapters,
  nextMaintenanceAdapters,
  nextSchedulerAdapters,
  operationsCompanionAdapters,
  operationsByReleaseAdapters,
  operationsGardenletAdapters,
  operationsMaintenanceAdapters,
  operationsRequestAdapters,
  operationsStatusAdapters,
];

const adapters = new Map(allAdapterTables.flatMap((subject) => Object.entries(subject)));

/** The adapter of an area; undefined for an unknown area. */
export function adapterOf(area: string): VectorAdapter | undefined {
  return adapters.get(area);
}
