import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";

const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });
const peek = (page: Page) => page.getByRole("complementary", { name: /^Peek:/ });
const focusedName = async (page: Page) => (await page.locator(":focus").textContent()) ?? "";

test.beforeEach(async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?project=payments");
  await expect(grid(page).getByRole("row").nth(3)).toBeVisible();
});

test("Space peeks, arrows go on to the next cluster, and Escape leaves the keyboard where it was", async ({ page }) => {
  await page.keyboard.press("j");
  const first = await focusedName(page);
  await page.keyboard.press("Space");
  await expect(peek(page).getByRole("heading", { level: 2 }).first()).toHaveText(`${first}payments`);
  await expect(page).toHaveURL(new RegExp(`panel=payments/${first}$`));
  await expect(peek(page).getByRole("group", { name: "Actions" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  const second = await focusedName(page);
  expect(second).not.toBe(first);
  await expect(peek(page).getByRole("heading", { level: 2 }).first()).toHaveText(`${second}payments`);
  await page.keyboard.press("j");
  const third = await focusedName(page);
  await expect(peek(page)).toHaveAccessibleName(`Peek: payments/${third}`);
  await page.keyboard.press("Escape");
  await expect(peek(page)).toBeHidden();
  expect(await focusedName(page)).toBe(third);
  await expect(page).toHaveURL(/\/clusters\?project=payments$/);
  await page.keyboard.press("p");
  await expect(peek(page)).toBeVisible();
  await page.keyboard.press("p");
  await expect(peek(page)).toBeHidden();
});

test("Escape is the list's from the moment at which the peek is gone", { tag: "@all" }, async ({ page }) => {
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("Space");
  await expect(peek(page)).toBeVisible();
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("aside[aria-label^='Peek:']") !== null) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await expect(page.getByRole("region", { name: "Selected clusters" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(peek(page)).toBeHidden();
  await expect(page.getByRole("region", { name: "Selected clusters" })).toBeHidden();
});

test("who works in the peek comes back to the line, and the address shows others the same", async ({ page }) => {
  await page.keyboard.press("j");
  const name = await focusedName(page);
  await page.keyboard.press("Space");
  const actions = peek(page).getByRole("group", { name: "Actions" });
  await actions.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Reconcile/ }).click();
  await expect(page.getByRole("dialog", { name: /Reconcile/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(peek(page), "Escape closes what is above it first").toBeVisible();
  await expect(actions.getByRole("button", { name: "More actions" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(peek(page)).toBeHidden();
  expect(await focusedName(page)).toBe(name);

  await page.goto(`/clusters?project=payments&panel=payments/${name}`);
  await expect(peek(page).getByRole("heading", { level: 2 }).first()).toHaveText(`${name}payments`);
  await expect(actions).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await peek(page).getByRole("link", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});
