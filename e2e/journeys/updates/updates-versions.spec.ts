import type { Page } from "@playwright/test";
import { measureEffort } from "../../effort.ts";
import { expect, test } from "../../journey.ts";
import {
  confirmActInDialog,
  controlPlaneUpdates,
  expectOperationDone,
  openUpdatesPage,
  poolRow,
  updatesCard,
} from "../../updates.ts";

const acquiring = { project: "payments", name: "acquiring" } as const;

/** Opens the Updates page from the column of the cluster list that shows the next change. */
async function fromTheList(page: Page, name: string): Promise<void> {
  const row = page.getByRole("row", { name: new RegExp(name) });
  await row.locator('a[href$="/updates"]').first().click();
  await page.getByRole("button", { name: "Change versions" }).click();
  await expect(updatesCard(page)).toBeVisible();
}

test("a pool is pinned from the list, and a minor upgrade that raises another is one change, to its end", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters?q=acquiring&project=payments&purpose=production");
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  const pin = { what: "pin or raise one pool's Kubernetes version", clicks: 4, phrases: 1, ticks: 4 };
  await measureEffort(page, 26, pin, async () => {
    await fromTheList(page, acquiring.name);
    await poolRow(page, "pci").getByRole("button", { name: "Pin at 1.33.13… pool pci" }).click();
    await confirmActInDialog(page, /^Change/);
  });
  await expect(poolRow(page, "pci").getByText("pinned at 1.33.13")).toBeVisible();
  await expectOperationDone(page, passTime, acquiring);
  await expect(poolRow(page, "default").getByText("pinned at 1.32.14")).toBeVisible();

  await test.step("gather: raise the pool that lags, and see what that does", async () => {
    await poolRow(page, "default")
      .getByRole("combobox", { name: "Kubernetes of pool default" })
      .selectOption({ label: "1.33.13 · supported" });
    await expect(page.getByRole("list", { name: "Edits in this change" }).getByRole("listitem")).toHaveText([
      /^Pool default pinned at 1\.33\.13 \(1\.32\.14 before\)/,
    ]);
    await expect(poolRow(page, "default").getByText(/nodes are replaced, in/)).toBeVisible();
    await expect(poolRow(page, "pci").getByText("Nodes are not affected.")).toBeVisible();
  });

  await test.step("what is gathered outlives a reload", async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "One change with 1 edit" })).toBeVisible();
  });

  const target = { what: "minor update with its impact, from the list", clicks: 4, phrases: 1, ticks: 3 };
  await page.goto("/clusters?q=acquiring&project=payments&purpose=production");
  await measureEffort(page, 3, target, async () => {
    await page.getByRole("button", { name: "Actions of acquiring" }).click();
    await page.getByRole("menuitem", { name: "Update…" }).click();
    await controlPlaneUpdates(page).getByRole("button", { name: "Update to 1.34.9…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("spec.kubernetes.version").first()).toBeVisible();
    await expect(dialog.getByText(/pool default/).first()).toBeVisible();
    await confirmActInDialog(page, /^Update/);
  });
  await expect(page.getByRole("heading", { name: /^One change with/ })).toBeHidden();
  const runs = controlPlaneUpdates(page).getByRole("heading", { name: /^Control plane runs/ });
  await expect(runs, "what runs is told from what is wanted").toHaveText(/^Control plane runs 1\.33\.13 → 1\.34\.9, /);
  await expect(poolRow(page, "pci").getByText("pinned at 1.33.13")).toBeVisible();
  await expect(poolRow(page, "default").getByText("pinned at 1.33.13")).toBeVisible();
  await expectOperationDone(page, passTime, acquiring);
  await expect(runs).toHaveText("Control plane runs 1.34.9");
});

test("what somebody else changes while the preview is open is neither undone nor overlooked", async ({
  page,
  passTime,
  context,
  signIn,
}) => {
  const mine = { project: "shop", name: "storefront-us" } as const;
  await signIn("operator");
  await openUpdatesPage(page, mine);
  const second = await context.newPage();
  await openUpdatesPage(second, mine);
  await updatesCard(second).getByText("web", { exact: true }).last().click();
  await second.getByRole("textbox", { name: /^Eviction retries of pool web/ }).fill("77");

  const update = page.getByRole("button", { name: "Update to 1877.6.0… image of pool web" });
  await update.click();
  await expect(page.getByRole("dialog").getByText("Exact request").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("heading", { name: /^One change with/ }), "nothing is gathered").toBeHidden();
  await update.click();
  await expect(page.getByRole("dialog").getByText("Exact request").first()).toBeVisible();

  await second.getByRole("button", { name: "Preview the change…" }).click();
  await confirmActInDialog(second, /^Change/);
  await expect(second.getByRole("heading", { name: /^One change with/ })).toBeHidden();

  await confirmActInDialog(page, /^Update/, { acknowledge: true });
  await expect(updatesCard(page).getByText("gardenlinux 1877.6.0", { exact: true })).toBeVisible();
  await updatesCard(page).getByText("web", { exact: true }).last().click();
  await expect(page.getByRole("textbox", { name: /^Eviction retries of pool web/ })).toHaveValue("77");
  await expectOperationDone(page, passTime, mine);
});
