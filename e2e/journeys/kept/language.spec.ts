import type { Page } from "@playwright/test";
import { problemSchema } from "#lib/contract/problem.ts";
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
  await expect(settingChoice(page, "Sprache", "Deutsch")).toHaveAttribute("aria-pressed", "true");
  await expectAccessibleAtEveryWidth(page);
  await page.goto("/clusters");
  await expect(root(page)).toHaveAttribute("lang", "de");

  const device = await colleague("owner-commerce");
  await device.goto("/settings");
  await expect(root(device)).toHaveAttribute("lang", "de");
  await expect(settingChoice(device, "Sprache", "Deutsch")).toHaveAttribute("aria-pressed", "true");
  await settingChoice(device, "Sprache", "Wie der Browser").click();
  await expect(root(device)).toHaveAttribute("lang", "en");

  const other = await colleague("viewer");
  await other.goto("/settings");
  await expect(settingChoice(other, "Language", "As the browser")).toHaveAttribute("aria-pressed", "true");
  await expect(root(other)).toHaveAttribute("lang", "en");
});

test("a page that lies open goes on in its language, answers too, and offers the one that was chosen elsewhere", async ({
  page,
  context,
  signIn,
  colleague,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters");
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  const read = page.waitForResponse(/\/api\/settings/);
  await page.clock.setSystemTime(Date.now() + 120_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await read;

  const device = await colleague("owner-commerce");
  await device.goto("/settings");
  await settingChoice(device, "Language", "Deutsch").click();
  await expect(root(device)).toHaveAttribute("lang", "de");
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
  const said = (await (await asked).allHeaders())["x-almanac-language"] ?? "nothing";
  const titleOf = async (headers: Readonly<Record<string, string>>) =>
    problemSchema.parse(await (await page.request.get("/api/clusters/payments/none", { headers })).json()).title;
  expect(await titleOf({ "x-almanac-language": said }), "the server answers in the language of the page").toBe(
    "Not found",
  );
  expect(await titleOf({})).toBe("Nicht gefunden");
  await expect(offer).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
  // It listens to other tabs from when it asks for the settings.
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

test("the palette changes the language, and the page stays where it was", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/versions/kubernetes");
  await page.getByRole("button", { name: "Go to or run" }).click();
  await page.getByRole("combobox", { name: "Command or search" }).fill("language deutsch");
  await page.getByRole("option", { name: "Language: Deutsch" }).click();
  await expect(root(page)).toHaveAttribute("lang", "de");
  await expect(page).toHaveURL(/\/versions\/kubernetes/);
});

test.describe("in a browser that asks for German", () => {
  test.use({ locale: "de-AT" });

  test("Almanac speaks German before anybody has signed in, and English when that is chosen", async ({
    page,
    signIn,
  }) => {
    await page.goto("/login");
    await expect(root(page)).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { name: "Bei Almanac anmelden" })).toBeVisible();
    await expectAccessibleAtEveryWidth(page);
    await signIn("viewer");
    await page.goto("/settings");
    await settingChoice(page, "Sprache", "English").click();
    await expect(root(page)).toHaveAttribute("lang", "en");
    await page.reload();
    await expect(root(page)).toHaveAttribute("lang", "en");
  });
});
