import { expect, test } from "../../journey.ts";

test("a monitor shows the overview without navigation in large type, turns the pages, and can be left", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/?project=shop");
  await page.getByRole("link", { name: "For a monitor" }).click();
  await expect(page).toHaveURL(/[?&]wall=30/);
  await page.goto("/?project=shop&wall=5");
  await expect(page.getByRole("region", { name: "Needs attention" })).toBeInViewport();
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Data: / })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("24px");
  const pages = page.getByRole("list", { name: "Pages" });
  await expect(pages.locator("[aria-current=page]")).toHaveText("Overview");
  for (const [path, name] of [
    ["forecast", "Forecast"],
    ["operations", "Operations"],
  ] as const) {
    await expect(page).toHaveURL(new RegExp(`/${path}\\?project=shop&wall=5$`), { timeout: 30_000 });
    await expect(pages.locator("[aria-current=page]")).toHaveText(name);
  }
  await page.getByRole("link", { name: "Leave the monitor view" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  await expect(page).not.toHaveURL(/wall/);
});
