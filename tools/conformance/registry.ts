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
import type { Adapter, Adapters } from "./vector/adapter.ts";

/**
 * Every area that the conformance runner knows, with the adapter that answers it.
 *
 * Convention: one file a subject in `adapters/`, which exports `<subject>Adapters: Adapters`, from area to
 * `adapter<Input>((input, vector) => answer, lists?)`. A subject that outgrows its file gets a second one
 * (`adapters/<subject>-<part>.ts`). Every file stands in the list below, and no area in two of them: the test checks it.
 * Areas of edition vectors begin with `edition.`; `rulesOfVector(vector)` in `release-of-vector.ts` gives their rules.
 */
export const subjects: readonly Adapters[] = [
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

const adapters = new Map(subjects.flatMap((subject) => Object.entries(subject)));

/** The adapter of an area, undefined for an area that is not known. */
export function adapterOf(area: string): Adapter | undefined {
  return adapters.get(area);
}
