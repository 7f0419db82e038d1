import type { Page } from "@playwright/test";
import { moreActionsButton } from "../../choose-act.ts";
import { delayScripts, withoutIdleLoading } from "../../delay-scripts.ts";
import { expect, test } from "../../journey.ts";

const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });
const menu = (page: Page) => page.getByRole("menu");
const focusedItem = (page: Page) => menu(page).locator("[role=menuitem]:focus");

test.beforeEach(async ({ page, signIn }) => {
  await withoutIdleLoading(page);
  await signIn("operator");
  await page.goto("/clusters?q=preview-apps");
  await expect(grid(page).getByRole("link", { name: "preview-apps" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(grid(page).getByRole("link", { name: "preview-apps" })).toBeFocused();
});

test("what is typed before the menu is there goes to its item, and does nothing on the page", async ({ page }) => {
  const release = await delayScripts(page);
  await page.keyboard.press("a");
  // Outside of a menu, these keys would open a preview of the cluster and the calendar.
  await page.keyboard.type("pgk");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("eek");
  await expect(page.getByRole("complementary", { name: /^Peek/ })).toHaveCount(0);
  await expect(menu(page)).toHaveCount(0);
  release();
  await expect(focusedItem(page)).toHaveText("Peek");
  await expect(page).toHaveURL(/\/clusters\?q=preview-apps$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Peek: shop/preview-apps" })).toBeVisible();
});

test("the letter of an act opens its preview, and Enter after it confirms nothing", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/operations")) sent.push(request.url());
  });
  const release = await delayScripts(page);
  await page.keyboard.press("a");
  await page.keyboard.type("r");
  await page.keyboard.press("Enter");
  release();
  const preview = page.getByRole("dialog", { name: /Reconcile/ });
  await expect(preview.getByRole("button", { name: "Reconcile now" })).toBeFocused();
  await expect(menu(page)).toBeHidden();
  expect(sent).toEqual([]);
});

test("Enter chooses nothing that nobody has seen", { tag: "@all" }, async ({ page }) => {
  const release = await delayScripts(page);
  await page.keyboard.press("a");
  await page.keyboard.type("pin");
  await page.keyboard.press("Enter");
  release();
  await expect(focusedItem(page)).toHaveText("Pin");
});

test("a menu's button keeps the focus when Escape calls its menu off", { tag: "@all" }, async ({ page }) => {
  await page.goto("/clusters/payments/ledger-us");
  await moreActionsButton(page).focus();
  const release = await delayScripts(page);
  await page.keyboard.press("Enter");
  await expect(moreActionsButton(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(moreActionsButton(page)).toBeFocused();
  release();
  await page.keyboard.press("ArrowDown");
  await expect(menu(page)).toBeVisible();
});
