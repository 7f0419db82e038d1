import type { Page } from "@playwright/test";
import { waitForKeyHandlers } from "../../hears-keys.ts";
import { expect, test } from "../../journey.ts";

const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });
const focusedName = async (page: Page) => (await page.locator(":focus").textContent()) ?? "";

test("g and a letter lead to each page, with the scope along", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/?project=payments");
  await waitForKeyHandlers(page);
  for (const [letter, path] of Object.entries({
    c: "/clusters",
    v: "/versions",
    k: "/calendar",
    f: "/forecast",
    r: "/rotations",
    p: "/operations",
    s: "/seeds",
    o: "/",
  })) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(({ pathname }) => pathname === path || pathname.startsWith(`${path}/`));
    if (letter === "c") await expect(page).toHaveURL(/\/clusters\?project=payments$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("the list is walked with j and k, and its clusters with [ and ]", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?project=payments");
  await expect(grid(page).getByRole("row").nth(3)).toBeVisible();
  await page.keyboard.press("j");
  const first = await focusedName(page);
  await page.keyboard.press("j");
  const second = await focusedName(page);
  await page.keyboard.press("j");
  const third = await focusedName(page);
  expect(new Set([first, second, third]).size).toBe(3);
  await page.keyboard.press("k");
  expect(await focusedName(page)).toBe(second);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(second);
  await page.getByRole("link", { name: "Nodes", exact: true }).click();
  await expect(page).toHaveURL(/\/nodes$/);
  await page.keyboard.press("]");
  await expect(heading).toHaveText(third);
  await expect(page).toHaveURL(new RegExp(`/${third}/nodes$`));
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await expect(heading).toHaveText(first);
});

test("the help lists keys, and those of one character can be switched off for good", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters");
  await expect(grid(page).getByRole("row").nth(3)).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys and search" });
  await expect(help.getByRole("term").filter({ hasText: /^gc$/ })).toBeVisible();
  await help.getByRole("link", { name: /^Switch them off/ }).click();
  const keys = page.getByRole("checkbox", { name: /^Single-key shortcuts/ });
  await expect(keys).toBeChecked();
  await keys.press("Space");
  await expect(keys).not.toBeChecked();
  await page.goto("/clusters");
  await expect(grid(page).getByRole("row").nth(3)).toBeVisible();
  for (const key of ["j", "g", "v", "?", "/", "f", "z"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/clusters$/);
  await expect(help).toBeHidden();
  await expect(page.locator("body")).toBeFocused();
  // The button stays in the page.
  await page.getByRole("button", { name: "Help" }).click();
  await expect(help.getByRole("link", { name: "Switch them on" })).toBeVisible();
});
