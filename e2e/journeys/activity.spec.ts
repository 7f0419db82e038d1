import { expect, test } from "../journey.ts";

test("the activity of a cluster is one line of time, and kinds can be left out of it", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/analytics/lake-stage");
  await page.getByRole("navigation", { name: "Pages of this cluster" }).getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("History limits")).toBeVisible();
  await expect(page.getByText("Reconcile: Succeeded, 100 %")).toBeVisible();
  await expect(page.getByText(/kubectl-client-side-apply wrote the cluster/)).toBeVisible();
  await expect(page.getByText(/spec\.kubernetes/).first()).toBeVisible();

  await page.getByRole("button", { name: /^Written fields/ }).click();
  await expect(page.getByText(/kubectl-client-side-apply wrote the cluster/)).toBeHidden();
  await expect(page.getByText("Reconcile: Succeeded, 100 %")).toBeVisible();
});

test("a viewer reads the activity too", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/clusters/shop/loyalty/activity");
  await expect(page.getByText("History limits")).toBeVisible();
});
