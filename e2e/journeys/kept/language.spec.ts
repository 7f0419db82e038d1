import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { settingChoice } from "../../setting-choice.ts";

const root = (page: Page) => page.locator("html");

test("a language that is chosen holds at once, on the next page, and on another device", async ({
  page,
  signIn,
  colleague,
}) => {
  await signIn("owner-commerce");
  await page.goto("/settings");
  await expect(settingChoice(page, "Language", "As the browser")).toHaveAttribute("aria-pressed", "true");
  await settingChoice(page, "Language", "Deutsch").click();
  await expect(root(page)).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();
  await expect(page).toHaveTitle(/^Einstellungen/);
  await page.goto("/clusters");
  await expect(root(page)).toHaveAttribute("lang", "de");

  const device = await colleague("owner-commerce");
  await device.goto("/settings");
  await expect(root(device)).toHaveAttribute("lang", "de");
  await expect(settingChoice(device, "Sprache", "Deutsch")).toHaveAttribute("aria-pressed", "true");
  await settingChoice(device, "Sprache", "Wie der Browser").click();
  await expect(root(device)).toHaveAttribute("lang", "en");
});

test("an open page goes on in its language, and offers the one that the palette chose elsewhere", {
  tag: "@all",
}, async ({ page, context, signIn, colleague }) => {
  await signIn("owner-commerce");
  await page.goto("/clusters");
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  const read = page.waitForResponse(/\/api\/settings/);
  await page.clock.setSystemTime(Date.now() + 120_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await read;

  const device = await colleague("owner-commerce");
  await device.goto("/versions/kubernetes");
  await device.getByRole("button", { name: "Go to or run" }).click();
  await device.getByRole("combobox", { name: "Command or search" }).fill("language deutsch");
  await device.getByRole("option", { name: "Language: Deutsch" }).click();
  await expect(root(device)).toHaveAttribute("lang", "de");
  await expect(device).toHaveURL(/\/versions\/kubernetes/);
  await page.clock.setSystemTime(Date.now() + 240_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  const offer = page.getByText("Your language is now Deutsch");
  await expect(offer).toBeVisible();
  await expect(root(page)).toHaveAttribute("lang", "en");
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/notices"));
  await page.getByRole("button", { name: "Go to or run" }).click();
  await page.getByRole("combobox", { name: "Command or search" }).fill("notices");
  await expect(page.getByRole("option", { name: /^Notices/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  expect((await (await asked).allHeaders())["x-almanac-language"], "it asks for answers in its language").toBe("en");
  await expect(offer).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
  // The page listens to changes in other tabs after it has requested the settings.
  const listens = page.waitForRequest(/\/api\/settings/);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(root(page)).toHaveAttribute("lang", "de");
  await expect(offer).toBeHidden();
  await listens;

  const tab = await context.newPage();
  await tab.goto("/settings");
  await settingChoice(tab, "Sprache", "English").click();
  await expect(root(tab)).toHaveAttribute("lang", "en");
  await expect(page.getByText("Ihre Sprache ist jetzt English")).toBeVisible();
  await expect(root(page)).toHaveAttribute("lang", "de");
});
