import { expect, test } from "../journey.ts";

for (const width of [1440, 1280, 390]) {
  test(`${width} px wide › a cluster's tabs stay where they are when the cluster has been read`, async ({
    page,
    signIn,
  }) => {
    await signIn("operator");
    await page.setViewportSize({ width, height: 900 });
    const { promise: asked, resolve: letPass } = Promise.withResolvers<void>();
    await page.route("**/api/clusters/analytics/archive", async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto("/clusters/analytics/archive");
    const tab = page.getByRole("navigation", { name: "Pages of this cluster" }).getByRole("link", { name: "Updates" });
    // The live row is on screen, the cluster itself is still being read.
    await expect(page.getByText("azure · westeurope")).toBeVisible();
    await expect(page.getByRole("group", { name: "Actions" })).toHaveCount(0);
    const before = await tab.boundingBox();
    letPass();
    await expect(page.getByRole("group", { name: "Actions" })).toBeVisible();
    await expect(page.getByText("Nothing to do.")).toBeVisible();
    expect(await tab.boundingBox()).toEqual(before);
  });
}

test("a cluster says what the garden warns of with every change", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/shop/storefront-eu");
  const warnings = page.getByRole("region", { name: "Warned of with every change" });
  await expect(warnings).toContainText("spec.addons");
  await expect(warnings).toContainText("Kubernetes 1.35 ends the add-ons");
});
