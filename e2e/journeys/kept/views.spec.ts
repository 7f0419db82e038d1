import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { openPalette } from "../../open-palette.ts";

const viewsButton = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Saved views/ });
const shown = (page: Page) => page.getByRole("main").getByRole("status").first();
const named = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const inNavigation = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Clusters", exact: true });

/** Saves the current filters as a view, from the menu of the list. */
async function save(page: Page, name: string, who = "Only you"): Promise<void> {
  await viewsButton(page).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Who sees it").selectOption({ label: who });
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toBeHidden();
}

test("a view of one's own is there on another device, opens with the list, and is left by one click", async ({
  page,
  signIn,
  colleague,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters?project=payments&sort=-k8s");
  await expect(shown(page)).toHaveText(/^Showing \d+ of/);
  const counted = (await shown(page).textContent()) ?? "";
  await save(page, "Payments by version");
  await expect(viewsButton(page)).toHaveText("Payments by version");
  await expect(viewsButton(page)).toBeFocused();

  const device = await colleague("owner-commerce");
  await device.goto("/");
  await openPalette(device);
  await device.keyboard.type("payments by");
  await expect(device.getByRole("option", { name: /^Payments by version/, selected: true })).toBeVisible();
  await device.keyboard.press("Enter");
  await expect(device).toHaveURL("/clusters?project=payments&sort=-k8s");
  await expect(shown(device)).toHaveText(counted);

  await viewsButton(device).click();
  await device.getByRole("menuitem", { name: "Make this the default view" }).click();
  await expect(device.getByText("Default view: Payments by version")).toBeVisible();
  await page.goto("/forecast");
  await expect(inNavigation(page)).toHaveAttribute("href", "/clusters?project=payments&sort=-k8s");
  await inNavigation(page).click();
  await expect(page.getByText("Default view: Payments by version")).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
  await page.getByRole("link", { name: "Show all clusters" }).click();
  await expect(page).toHaveURL("/clusters");
  await expect(page.getByText("Default view:")).toBeHidden();
});

test("of two who edit a shared view the second is told, and so is whoever begins with it when it is gone", {
  tag: "@all",
}, async ({ page, signIn, colleague, expectedFaults }) => {
  expectedFaults.push("409 (Conflict)");
  await signIn("owner-commerce");
  await page.goto("/clusters?project=shop&status=unhealthy");
  await expect(shown(page)).toHaveText(/^Showing/);
  await save(page, "Shop in trouble", "Project shop");
  await page.goto("/views");
  const row = named(page, "Shop in trouble");
  await row.getByRole("button", { name: "Rename…" }).click();
  const mine = page.getByRole("dialog", { name: "Rename the view Shop in trouble" });
  await mine.getByLabel("Name").fill("Shop, mine");

  const operator = await colleague("operator");
  await operator.goto("/views");
  await named(operator, "Shop in trouble").getByRole("button", { name: "Rename…" }).click();
  const theirs = operator.getByRole("dialog", { name: "Rename the view Shop in trouble" });
  await theirs.getByLabel("Name").fill("Shop, theirs");
  await theirs.getByRole("button", { name: "Rename view" }).click();
  await expect(named(operator, "Shop, theirs")).toBeVisible();

  await mine.getByRole("button", { name: "Rename view" }).click();
  await expect(mine.getByRole("alert")).toContainText("Somebody else has changed this view since you saw it.");
  await mine.getByRole("button", { name: "Cancel" }).click();
  await expect(named(page, "Shop, theirs")).toBeVisible();

  const theirRow = named(operator, "Shop, theirs");
  await theirRow.getByRole("button", { name: /^Make default/ }).click();
  await expect(theirRow).toContainText("Default");

  await named(page, "Shop, theirs").getByRole("button", { name: "Delete…" }).click();
  const deletion = page.getByRole("dialog", { name: "Delete the view Shop, theirs?" });
  await deletion.getByRole("button", { name: "Delete view" }).click();
  await expect(page.getByText("No saved views yet")).toBeVisible();

  await operator.goto("/clusters");
  await expect(operator.getByText("Your default view no longer exists. All clusters are shown.")).toBeVisible();
  await expectAccessibleAtEveryWidth(operator);
  await operator.getByRole("button", { name: "Remove as default view" }).click();
  await expect(operator.getByText("Your default view no longer exists.")).toBeHidden();
});

test("who may not share with a project is told why beforehand", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/clusters?status=unhealthy");
  await expect(shown(page)).toHaveText(/^Showing/);
  await viewsButton(page).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill("Mine");
  await dialog.getByLabel("Who sees it").selectOption({ label: "Project shop" });
  await expect(dialog.getByRole("paragraph").filter({ hasText: "You cannot share views with shop" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save view" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessibleAtEveryWidth(page);
});

test("the palette saves a view, and a later one replaces it", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("owner-data");
  await page.goto("/calendar?view=agenda");
  await expect(page.getByRole("heading", { level: 1, name: "Calendar" })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("save this view");
  await expect(page.getByRole("option", { name: /^Save this view/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Dates");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await page.goto("/calendar?view=month");
  await viewsButton(page).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await dialog.getByLabel("Name").fill("Dates");
  await expect(dialog.getByText("There is a view of this name.")).toBeVisible();
  await dialog.getByRole("button", { name: "Replace view" }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/views");
  await expect(named(page, "Dates")).toContainText("Calendar, view: month");
});
