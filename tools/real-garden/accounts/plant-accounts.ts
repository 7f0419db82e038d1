import { gardenGroup } from "../garden-objects.ts";
import { seedAccounts } from "../landscape-frame.ts";
import { plant, plantProjectsWithRights, untilProtected } from "../projects/plant-projects.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import { watchUntil } from "../watch-until.ts";
import {
  accountProjects,
  plantedBindings,
  plantedClusters,
  plantedCredentials,
  plantedProfile,
  shopNamespace,
} from "./planted-accounts.ts";

/** Makes the projects, accounts and clusters of the comparison, and waits until the controllers have set them up. */
export async function plantAccounts(garden: ComparedGarden): Promise<void> {
  const { access } = garden;
  await plantProjectsWithRights(garden, accountProjects);
  for (const object of [...seedAccounts, plantedProfile, ...plantedCredentials, ...plantedBindings]) {
    await plant(access, object);
  }
  await untilProtected(access, plantedBindings);
  for (const shoot of plantedClusters) await plant(access, shoot);
  const names = plantedClusters.map(({ metadata }) => metadata.name);
  await watchUntil(access, `${gardenGroup}/namespaces/${shopNamespace}/shoots`, names, ({ metadata }) => {
    return metadata.labels?.["shoot.gardener.cloud/status"] !== undefined;
  });
}
