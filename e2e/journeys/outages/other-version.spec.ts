import { expect, test } from "../../journey.ts";

test("a page that is of another version than the server says so, and is whole once it was loaded anew", {
  tag: "@all",
}, async ({ page, signIn }) => {
  await signIn("operator");
  await page.route("**/api/fleet", (route) => route.fulfill({ body: '{"format":999}\n' }));
  await page.goto("/clusters");
  await expect(page.getByText("Almanac was updated")).toBeVisible();
  await page.unroute("**/api/fleet");
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await expect(page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(10)).toBeVisible();
  await expect(page.getByText("Almanac was updated")).toBeHidden();
});
