import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { ownPageHeaders } from "../../our-request.ts";
import { chooseAndWaitUntilStored, settingChoice } from "../../setting-choice.ts";

const root = (page: Page) => page.locator("html");
const keptNote = (page: Page) => page.getByText(/^In this browser only/);

const choose = (page: Page, setting: string, value: string) =>
  chooseAndWaitUntilStored(page, settingChoice(page, setting, value));

test("a setting is there on another device, before its first frame", async ({ page, signIn, colleague }) => {
  await signIn("owner-commerce");
  await page.goto("/settings");
  await choose(page, "Theme", "Dark");
  await choose(page, "Density", "Cosy");
  await choose(page, "Usual clock", "UTC");

  const device = await colleague("owner-commerce");
  await device.goto("/settings");
  await expect(settingChoice(device, "Density", "Cosy")).toHaveAttribute("aria-pressed", "true");
  await device.addInitScript(() => {
    // At this time, only the scripts before the body of the page have run.
    document.addEventListener("readystatechange", () => {
      document.documentElement.dataset.early ??= `${document.documentElement.dataset.theme} ${document.documentElement.dataset.density}`;
    });
  });
  await device.goto("/clusters");
  await expect(root(device)).toHaveAttribute("data-early", "dark cosy");
  await expect(device.getByRole("button", { name: /^Clock: UTC/ })).toBeVisible();
});

test("what the garden does not keep holds in this browser, and is kept when it can be", { tag: "@all" }, async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("Failed to load resource");
  await signIn("operator");
  await page.goto("/settings");
  await page.route("**/api/settings", (route) =>
    route.request().method() === "POST" ? route.abort("connectionrefused") : route.continue(),
  );
  await settingChoice(page, "Theme", "Dark").click();
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  await expect(keptNote(page)).toHaveText("In this browser only: Theme");
  await page.reload();
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  await expect(keptNote(page)).toBeVisible();
  await page.unroute("**/api/settings");
  await page.getByRole("button", { name: "Use on every device" }).click();
  await expect(keptNote(page)).toBeHidden();
});

test("an open page learns of one's read-only mode from another device, actions say why they are off, and it can be left", async ({
  page,
  signIn,
  colleague,
}) => {
  const comeBackAfter = async (seconds: number) => {
    const read = page.waitForResponse(/\/api\/settings/);
    await page.clock.setSystemTime(Date.now() + seconds * 1_000);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await read;
  };
  await signIn("owner-commerce");
  await page.goto("/clusters/shop/storefront-eu");
  const actions = page.getByRole("group", { name: "Actions" });
  await expect(actions.getByRole("link", { name: "Update…" })).toBeVisible();
  await comeBackAfter(120);
  const device = await colleague("owner-commerce");
  await device.goto("/settings");
  const mode = device.getByRole("checkbox", { name: /^Read-only mode/ });
  await chooseAndWaitUntilStored(device, mode);
  await expect(mode).toBeChecked();
  await comeBackAfter(240);
  const update = actions.getByRole("button", { name: "Update…" });
  await expect(update).toHaveAttribute("aria-disabled", "true");
  await expect(update).toHaveAccessibleDescription(/Read-only mode is on \(Settings\)/);
  await page.getByRole("button", { name: "Kubeconfig", exact: true }).click();
  const request = page.getByRole("dialog").getByRole("button", { name: "Request kubeconfig" });
  await expect(request).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await page.goto("/settings");
  const here = page.getByRole("checkbox", { name: /^Read-only mode/ });
  // The server does not know the settings of this browser, so server-rendered HTML shows the setting as off.
  await expect(here).toBeChecked();
  await here.click();
  await expect(here).not.toBeChecked();
  await page.goto("/clusters/shop/storefront-eu");
  await expect(actions.getByRole("link", { name: "Update…" })).toBeVisible();
});

test("keys can be changed, but not to taken ones, and are reset", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/settings#keys");
  await page.getByText("Choose other keys").click();
  const zone = page.getByRole("textbox", { name: /^Switch the time zone/ });
  await zone.focus();
  await page.keyboard.press("t");
  await expect(page.getByRole("alert").filter({ hasText: "already means" })).toBeVisible();
  await zone.focus();
  await page.keyboard.press("y");
  await expect(zone).toHaveValue("y");
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto("/clusters");
  await expect(page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(3)).toBeVisible();
  await page.keyboard.press("z");
  await page.keyboard.press("y");
  await expect(page).toHaveURL(/tz=cluster/);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys and search" });
  await expect(help.getByRole("term").filter({ hasText: /^y$/ })).toBeVisible();
  await help.getByRole("link", { name: /choose other keys/ }).click();
  await page.getByRole("button", { name: "Reset all keys" }).click();
  await expect(page.getByText("All keys are the usual ones.")).toBeVisible();
});

test("a chosen view and lifetime are what one begins with", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("owner-commerce");
  const saved = await page.request.post("/api/views", {
    data: { kind: "save", name: "Mine", address: "/clusters?project=payments" },
    headers: ownPageHeaders,
  });
  expect(saved.status()).toBe(200);
  await page.goto("/settings");
  await page.getByRole("combobox", { name: "Default view" }).selectOption("Mine");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Clusters" })).toHaveAttribute(
    "href",
    "/clusters?project=payments",
  );
  await page.getByRole("combobox", { name: "Kubeconfig lifetime" }).selectOption("10 minutes");
  await page.goto("/clusters/shop/storefront-eu");
  await page.getByRole("button", { name: "Kubeconfig", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Ends after" })).toHaveValue("600");
});
