import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../../journey.ts";

const line = (page: Page, cluster: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: cluster, exact: true }) });

test("a Seed is drained: hidden from the scheduler, then its clusters move in stages, one of which fails", async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  await test.step("the Seed takes no new clusters", async () => {
    await page.goto("/seeds/aws-eu1");
    await page.getByRole("button", { name: "Hide from the scheduler…" }).click();
    const dialog = page.getByRole("dialog", { name: "Hide aws-eu1 from the scheduler?" });
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Hide the Seed" }).click();
    await expect(page.getByText("The scheduler does not see this Seed")).toBeVisible();
  });
  await test.step("clusters of the Seed are chosen, and their destination", async () => {
    await page.getByRole("link", { name: "Clusters of this Seed" }).click();
    await expect(page).toHaveURL(/[?&]seed=aws-eu1/);
    await page.goto(`${page.url()}&project=platform,sandbox,shop&op=Succeeded`);
    for (const cluster of ["sandbox/off-catalogue", "shop/preview-apps", "platform/policy-hub"])
      await page.getByRole("checkbox", { name: `Select ${cluster}` }).click();
    const bar = page.getByRole("region", { name: "Selected clusters" });
    await bar.getByRole("button", { name: "More…" }).click();
    await page.getByRole("menuitem", { name: /^Move control planes to another Seed/ }).click();
    // The reason describes the button, which a tooltip shows.
    await expect(page.getByText("Choose a Seed first.")).toBeAttached();
    const destination = page.getByRole("combobox", { name: "Destination" });
    // Every Seed is offered, also the one that hosts the first cluster: the clusters are on several.
    await expect(destination.getByRole("option", { name: "aws-eu1", exact: true })).toBeAttached();
    await destination.selectOption("aws-eu3");
    await expect(page.getByText("3 eligible, 0 excluded.")).toBeVisible();
    await expectAccessible(page);
    for (const box of await page.getByRole("region", { name: "How it runs" }).getByRole("checkbox").all())
      await box.click();
    await page.getByRole("textbox", { name: /to confirm$/ }).fill("move 3 clusters");
    await page.getByRole("button", { name: "Move 3 clusters" }).click();
  });
  await test.step("the backups of one cluster never arrive, so the run stops before the next stage", async () => {
    await passTimeUntil(page.getByText("Stopped by the stop rule"));
    await expect(line(page, "sandbox/off-catalogue").getByText("Failed", { exact: true })).toBeVisible();
  });
  await test.step("it goes on with the others", async () => {
    await page.getByRole("button", { name: "Resume" }).click();
    await passTimeUntil(line(page, "shop/preview-apps").getByText("Succeeded", { exact: true }));
    await passTimeUntil(line(page, "platform/policy-hub").getByText("Succeeded", { exact: true }));
  });
  await test.step("the clusters stand on the new Seed; the one that failed is still on its way, as Gardener tries again", async () => {
    await page.goto("/clusters?seed=aws-eu3");
    for (const cluster of ["preview-apps", "policy-hub"])
      await expect(page.getByRole("grid").getByRole("link", { name: cluster })).toBeVisible();
    await page.goto("/clusters/sandbox/off-catalogue/advanced#move");
    await expect(page.getByText("The control plane moves from aws-eu1 to aws-eu3.")).toBeVisible();
  });
});
