import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { ours } from "../../our-request.ts";
import { clickAndKeep, settingChoice } from "../../setting-choice.ts";

const root = (page: Page) => page.locator("html");
const keptNote = (page: Page) => page.getByText(/^In this browser only/);

const choose = (page: Page, setting: string, value: string) => clickAndKeep(page, settingChoice(page, setting, value));

test("a setting is there on another device, before the first frame, and two devices lose nothing", async ({
  page,
  signIn,
  colleague,
}) => {
  await signIn("owner-commerce");
  await page.goto("/settings");
  await choose(page, "Theme", "Dark");
  await choose(page, "Density", "Cosy");
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  await expectAccessibleAtEveryWidth(page);

  const device = await colleague("owner-commerce");
  await device.goto("/settings");
  await expect(root(device)).toHaveAttribute("data-theme", "dark");
  await expect(settingChoice(device, "Density", "Cosy")).toHaveAttribute("aria-pressed", "true");
  await device.addInitScript(() => {
    // No script of the page but those that come before its body has run by then.
    document.addEventListener("readystatechange", () => {
      document.documentElement.dataset.early ??= `${document.documentElement.dataset.theme} ${document.documentElement.dataset.density}`;
    });
  });
  await device.goto("/clusters");
  await expect(root(device)).toHaveAttribute("data-early", "dark cosy");

  // The first device knows nothing of what the second one does meanwhile, and writes another setting.
  await device.goto("/settings");
  await choose(device, "Usual clock", "UTC");
  await choose(page, "Theme", "Light");
  await device.reload();
  await expect(root(device)).toHaveAttribute("data-theme", "light");
  await expect(settingChoice(device, "Usual clock", "UTC")).toHaveAttribute("aria-pressed", "true");
  await expect(device.getByRole("button", { name: /^Clock: UTC/ })).toBeVisible();
  await device.goto("/clusters?tz=me");
  await expect(device.getByRole("button", { name: /^Clock: My time/ })).toBeVisible();

  const other = await colleague("viewer");
  await other.goto("/settings");
  await expect(settingChoice(other, "Theme", "As the system")).toHaveAttribute("aria-pressed", "true");
  await expect(keptNote(other)).toBeHidden();
});

test("what the garden does not keep holds in this browser, which says so, and is kept when it can be", async ({
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

test("in one's own read-only mode actions say why they are off, and the mode can be left", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/settings");
  const mode = page.getByRole("checkbox", { name: /^Read-only mode/ });
  await mode.click();
  await expect(mode).toBeChecked();
  await page.goto("/clusters/shop/storefront-eu");
  const update = page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Update…" });
  await expect(update).toHaveAttribute("aria-disabled", "true");
  await expect(update).toHaveAccessibleDescription(/Read-only mode is on \(Settings\)/);
  await page.getByRole("button", { name: "Kubeconfig", exact: true }).click();
  const request = page.getByRole("dialog").getByRole("button", { name: "Request kubeconfig" });
  await expect(request).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await page.goto("/settings");
  // The server does not know what was chosen in this browser, and draws it off.
  await expect(mode).toBeChecked();
  await mode.click();
  await expect(mode).not.toBeChecked();
  await page.goto("/clusters/shop/storefront-eu");
  await expect(page.getByRole("group", { name: "Actions" }).getByRole("link", { name: "Update…" })).toBeVisible();
});

test("a page that lies open learns of read-only mode from another device when somebody comes back to it", async ({
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
  await clickAndKeep(device, mode);
  await expect(mode).toBeChecked();
  await comeBackAfter(240);
  await expect(actions.getByRole("button", { name: "Update…" })).toHaveAttribute("aria-disabled", "true");
});

test("keys can be others: a taken one is refused with the reason, the help shows them, and a reset brings all back", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/settings#keys");
  await page.getByText("Choose other keys").click();
  const zone = page.getByRole("textbox", { name: /^Switch the time zone/ });
  await zone.focus();
  await page.keyboard.press("t");
  await expect(page.getByRole("alert").filter({ hasText: "already means" })).toHaveText(
    "t already means “Calendar: today”. Choose another key.",
  );
  await expect(zone).toHaveValue("z");
  await zone.focus();
  await page.keyboard.press("y");
  await expect(zone).toHaveValue("y");
  await expect(page.getByText("Changed: z is y.")).toBeVisible();
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

test("the list opens with the view that is chosen here, and a kubeconfig begins with the lifetime", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  const saved = await page.request.post("/api/views", {
    data: { kind: "save", name: "Mine", address: "/clusters?project=payments" },
    headers: ours,
  });
  expect(saved.status()).toBe(200);
  await page.goto("/settings");
  await page.getByRole("combobox", { name: "Default view" }).selectOption("Mine");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Clusters" })).toHaveAttribute(
    "href",
    "/clusters?project=payments",
  );
  await page.getByRole("combobox", { name: "Kubeconfig lifetime" }).selectOption("10 minutes");
  await page.getByRole("checkbox", { name: /^Notices at the bell/ }).click();
  await page.goto("/clusters/shop/storefront-eu");
  await page.getByRole("button", { name: "Kubeconfig", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Ends after" })).toHaveValue("600");
});
