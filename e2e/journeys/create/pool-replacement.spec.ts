import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { goByPalette } from "../../open-palette.ts";
import { confirmActInDialog, expectOperationDone } from "../../updates.ts";

const previewApps = { project: "shop", name: "preview-apps" } as const;

test("a pool is replaced step by step: pinned, the control plane updated, a copy added, the old pool removed", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto(`/clusters/${previewApps.project}/${previewApps.name}/updates?view=change`);
  await page.getByRole("link", { name: "Update pool by pool…" }).click();
  await expect(page).toHaveURL(/view=pools/);
  const steps = page.getByRole("list", { name: "Steps of the update" });
  const step = (number: number) =>
    steps.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(`^${number} `) }) });
  const stateOf = (number: number) => step(number).getByRole("heading");

  await test.step("the pins and the update of the control plane are one change, and no node notices", async () => {
    await expect(stateOf(1)).toHaveText(/Now$/);
    await expect(stateOf(3)).toHaveText(/Later$/);
    await expect(
      step(1)
        .getByText(/^(Finish before|The forecast has no update)/)
        .first(),
    ).toBeVisible();
    await expectAccessibleAtEveryWidth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await step(2)
      .getByRole("button", { name: /^Pin and update to 1\.35/ })
      .click();
    await confirmActInDialog(page, /^Update now$/);
    await expectOperationDone(page, passTime, previewApps);
    await expect(stateOf(1)).toHaveText(/Done$/);
    await expect(stateOf(2)).toHaveText(/Done$/);
    await expect(step(1).getByText("default is pinned at 1.34.9.")).toBeVisible();
  });

  await test.step("the new pool is a copy without the pin", async () => {
    await expect(stateOf(3)).toHaveText(/Now$/);
    await step(3).getByRole("button", { name: "Add pool default-135 like default…" }).click();
    await expect(page.getByRole("dialog", { name: /^Add pool default-135 like default/ })).toBeVisible();
    await confirmActInDialog(page, /^Change now$/);
    await expectOperationDone(page, passTime, previewApps);
    await expect(stateOf(3)).toHaveText(/Done$/);
    await expect(step(3).getByText(/^default-135 takes the same Pods as default; [1-9]/)).toBeVisible();
  });

  await test.step("moving the workload is the user's own work", async () => {
    await expect(stateOf(4)).toHaveText(/Now$/);
    await expect(step(4).locator("code")).toContainText(
      "kubectl drain -l worker.gardener.cloud/pool=default --ignore-daemonsets",
    );
    await expect(stateOf(5)).toHaveText(/Later$/);
    await expectAccessibleAtEveryWidth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the old pool goes with its nodes, after typed consent", async () => {
    await expect(step(5).getByText(/^These nodes go: /)).toBeVisible();
    await step(5).getByRole("button", { name: "Remove pool default…" }).click();
    const dialog = page.getByRole("dialog");
    const consent = dialog.getByRole("region", { name: "Your consent" });
    await expect(consent.getByText(/^The nodes of .*default go, with what is stored on them\.$/)).toBeVisible();
    await expect(consent.getByRole("textbox")).toBeVisible();
    await confirmActInDialog(page, /^Change now$/);
    await expectOperationDone(page, passTime, previewApps);
    await expect(page.getByText(/^No pool is pinned below Kubernetes 1\.35/)).toHaveText(
      /version of the control plane\.$/,
    );
  });

  await test.step("the pools page agrees", async () => {
    await page.goto(`/clusters/${previewApps.project}/${previewApps.name}/nodes`);
    const pools = page.getByRole("treegrid", { name: "Worker pools" });
    await expect(pools.getByRole("row", { name: "Pool default-135" })).toBeVisible();
    await expect(pools.getByRole("row", { name: "Pool default", exact: true })).toBeHidden();
  });
});

test("the guide is in the palette, and says where it does not apply", async ({ page, signIn }) => {
  await signIn("operator");
  for (const [cluster, reason] of [
    ["platform/policy-hub", /has no workers, so there are no pools to replace/],
    ["ml/feature-store", /is hibernated and has no nodes/],
    ["sandbox/old-demo", /being deleted/],
  ] as const) {
    await page.goto(`/clusters/${cluster}/updates?view=pools`);
    const card = page.getByRole("region", { name: "Update pool by pool" });
    await expect(card.getByText(reason)).toBeVisible();
    await expect(card.getByRole("button")).toHaveCount(0);
  }
  await page.goto("/clusters/shop/preview-apps");
  await expect(page.getByRole("list", { name: "Facts" })).toBeVisible();
  await goByPalette(page, "pool by pool", /^Update pool by pool…/);
  await expect(page).toHaveURL(/updates\?view=pools$/);
  await expect(page.getByRole("list", { name: "Steps of the update" })).toBeVisible();
});
