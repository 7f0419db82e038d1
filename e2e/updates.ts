import { expect, type Locator, type Page } from "@playwright/test";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { confirmShownPreview } from "./give-consent.ts";

export interface ClusterName {
  readonly project: string;
  readonly name: string;
}

/** The region of the Updates page in which versions are changed. */
export function updatesCard(page: Page): Locator {
  return page.getByRole("region", { name: "Change versions" });
}

export function controlPlaneUpdates(page: Page): Locator {
  return updatesCard(page).getByRole("region", { name: /^Control plane/ });
}

/** The table row or list item with the Kubernetes version of one pool. */
export function poolRow(page: Page, pool: string): Locator {
  const section = updatesCard(page).getByRole("region", { name: "Kubernetes of the pools" });
  return section
    .getByRole("row")
    .or(section.getByRole("listitem"))
    .filter({ has: page.getByRole("combobox", { name: `Kubernetes of pool ${pool}`, exact: true }) });
}

export async function openUpdatesPage(page: Page, { project, name }: ClusterName): Promise<void> {
  await page.goto(`/clusters/${project}/${name}/updates?view=change`);
  await expect(controlPlaneUpdates(page)).toBeVisible();
}

/** Confirms the previewed change; `acknowledge` if another user has changed the cluster meanwhile. */
export async function confirmActInDialog(
  page: Page,
  verb: RegExp,
  { acknowledge = false }: { readonly acknowledge?: boolean } = {},
): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Exact request" })).toBeVisible();
  if (acknowledge) await dialog.getByRole("button", { name: "I have looked" }).click();
  await confirmShownPreview(dialog, verb);
}

/** Advances the garden's clock until all operations of the cluster are completed, and checks the cluster's status. */
export async function expectOperationDone(
  page: Page,
  passTime: (seconds: number) => Promise<void>,
  { project, name }: ClusterName,
): Promise<void> {
  await passTime(120);
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/clusters/${project}/${name}`);
      const { shoot: wire } = clusterDetailSchema.parse(await answer.json());
      const shoot = parseShoot(wire);
      const { lastOperation, observedGeneration } = shoot?.status ?? {};
      return [lastOperation?.state, observedGeneration === shoot?.metadata.generation].join(" ");
    })
    .toBe("Succeeded true");
}

/** The collapsible settings for how the nodes of a pool are updated. */
export function poolSettingsOf(page: Page, pool: string): Locator {
  return updatesCard(page).locator(`#settings-${pool}`);
}
