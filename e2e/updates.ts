import { expect, type Locator, type Page } from "@playwright/test";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { sendWhatIsShown } from "./give-consent.ts";

export interface ClusterName {
  readonly project: string;
  readonly name: string;
}

/** The block of the Updates page in which versions are changed. */
export function card(page: Page): Locator {
  return page.getByRole("region", { name: "Change versions" });
}

export function controlPlane(page: Page): Locator {
  return card(page).getByRole("region", { name: /^Control plane/ });
}

/** What stands about one pool's Kubernetes, as a row of the table or as an item where it is narrow. */
export function poolRow(page: Page, pool: string): Locator {
  const section = card(page).getByRole("region", { name: "Kubernetes of the pools" });
  return section
    .getByRole("row")
    .or(section.getByRole("listitem"))
    .filter({ has: page.getByRole("combobox", { name: `Kubernetes of pool ${pool}`, exact: true }) });
}

export async function showUpdates(page: Page, { project, name }: ClusterName): Promise<void> {
  await page.goto(`/clusters/${project}/${name}/updates?view=change`);
  await expect(controlPlane(page)).toBeVisible();
}

/** Consents to the change that is previewed; `acknowledge` where somebody else has changed the cluster meanwhile. */
export async function confirmActInDialog(
  page: Page,
  verb: RegExp,
  { acknowledge = false }: { readonly acknowledge?: boolean } = {},
): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Exact request" })).toBeVisible();
  if (acknowledge) await dialog.getByRole("button", { name: "I have looked" }).click();
  await sendWhatIsShown(dialog, verb);
}

/** Lets Gardener do everything that was asked of the cluster, and sees that it is done, as the garden itself tells it. */
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

/** How the nodes of one pool are updated, folded until somebody opens it. */
export function poolSettingsOf(page: Page, pool: string): Locator {
  return card(page).locator(`#settings-${pool}`);
}
