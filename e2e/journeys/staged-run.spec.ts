import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../journey.ts";

const clusters = ["shop/loyalty", "shop/preview-apps", "shop/storefront-eu"] as const;
const status = (page: Page) => page.getByRole("status").filter({ hasText: /tage/ });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a run in stages waits for another person, goes on after a reload, and says who did what", async ({
  page,
  colleague,
  passTimeUntil,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters?project=shop");
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  for (const cluster of clusters) await page.getByRole("checkbox", { name: `Select ${cluster}` }).click();
  await page
    .getByRole("region", { name: "Selected clusters" })
    .getByRole("button", { name: /^Reconcile/ })
    .click();
  await expect(page.getByText("3 eligible, 0 excluded.")).toBeVisible();

  await test.step("the plan becomes stages with a gate, and sends nothing", async () => {
    await page.getByLabel("Stages", { exact: true }).selectOption({ label: "One cluster first, then the others" });
    await page.getByLabel("A stage begins when").selectOption({ label: "It is healthy, and another person approves" });
    await expectAccessible(page);
    await page.getByRole("textbox", { name: /to confirm$/ }).fill("reconcile 3 clusters");
    await button(page, "Keep the run in the project").click();
    await expect(page.getByRole("region", { name: "Stages and gates" })).toContainText("0 of 1 succeeded");
    await expect(status(page)).toHaveText(/Stage 1 waits until somebody/);
    await expectAccessible(page);
  });

  await test.step("its maker drives the first stage, and cannot approve the second", async () => {
    await button(page, "Continue with my rights").click();
    await passTimeUntil(page.getByText("1 of 1 succeeded").first());
    await expect(button(page, "Approve stage 2")).toHaveAttribute("aria-disabled", "true");
  });

  const other = await colleague("operator");
  await test.step("another person finds it on Operations, and approves", async () => {
    await other.goto("/operations");
    await other.getByRole("region", { name: "Runs in stages" }).getByRole("link", { name: "Reconcile" }).click();
    await button(other, "Approve stage 2").click();
    await expect(other.getByRole("region", { name: "Who did what" })).toContainText("approved stage 2");
  });

  await test.step("after a reload it goes on only when somebody says so, and ends", async () => {
    await page.reload();
    await expect(status(page)).toHaveText(/The gate of stage 2 is open/);
    await button(page, "Continue with my rights").click();
    await passTimeUntil(page.getByText("2 of 2 succeeded").first());
    await expect(page.getByText("All stages are over.")).toBeVisible();
  });
});
