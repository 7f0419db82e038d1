import type { Page } from "@playwright/test";
import { appPages } from "#server/start/app-files.ts";
import { waitForKeyHandlers } from "../../hears-keys.ts";
import { expect, test } from "../../journey.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const options = (page: Page) => palette(page).getByRole("option");
const chosen = (page: Page) => palette(page).locator("[role=option][aria-selected=true]");

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Command or search" })).toBeFocused();
}

/** Pages by their names in the command palette. */
const pages: Readonly<Record<string, string>> = {
  Overview: "/",
  Clusters: "/clusters",
  "Create a cluster": "/clusters/new",
  Projects: "/projects",
  Versions: "/versions/kubernetes",
  Calendar: "/calendar",
  Forecast: "/forecast",
  Rotations: "/rotations",
  "Cloud accounts": "/rotations/accounts",
  Operations: "/operations",
  Seeds: "/seeds",
  Announcements: "/announcements",
  "Saved views": "/views",
  "Compare clusters": "/compare",
  Notices: "/notices",
  Feeds: "/feeds",
  "Simulate a CloudProfile change": "/versions/whatif",
  "Your session": "/session",
  Settings: "/settings",
  Glossary: "/glossary",
};
/** Pages that are opened from another page: they show one image or one run, or redirect. */
const ofOthers = ["/versions", "/versions/images/[image]", "/operations/[run]", "/seeds/[seed]"];

test("every page is reached by two keys and its name", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/settings");
  await waitForKeyHandlers(page);
  const reached = new Set([...ofOthers, ...Object.values(pages)]);
  const ofOne = /^\/(clusters|projects)\/\[/;
  const all = appPages().filter(({ path, access }) => access === "signed-in" && !ofOne.test(path));
  expect(all.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);

  for (const [name, path] of Object.entries(pages)) {
    await openPalette(page);
    await page.keyboard.type(name);
    await expect(chosen(page)).toContainText(name);
    await page.keyboard.press("Enter");
    await expect(palette(page)).toBeHidden();
    await expect(page).toHaveURL((url) => url.pathname === path);
  }
});

test("what a cluster offers is reached by three keys and names", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/calendar");
  await waitForKeyHandlers(page);
  const openActs = async () => {
    await openPalette(page);
    await page.keyboard.type("ledger-us");
    await expect(chosen(page)).toContainText("ledger-us");
    await page.keyboard.press("ArrowRight");
    await expect(options(page).first()).toContainText("Reconcile…");
  };
  await openActs();
  const names = await options(page).locator("span.truncate:first-child").allTextContents();
  // A cluster has a deletion page only after its deletion was requested.
  const ofClusters = appPages().filter(({ path }) => path.startsWith("/clusters/[") && !path.endsWith("/deletion"));
  expect(names.length, "its pages, and more than these").toBeGreaterThan(ofClusters.length + 5);
  for (const name of names) {
    await page.keyboard.type(name);
    await expect(chosen(page), name).toContainText(name);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await expect(options(page)).toHaveCount(names.length);
  }
  const back = palette(page).getByRole("button", { name: "Back from payments/ledger-us" });
  await expect(back).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(back).toBeHidden();
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  for (const { path } of ofClusters) {
    const [last = ""] = path.split("/").slice(4);
    const name = last === "" ? "Open the cluster" : (names.find((each) => each.toLowerCase() === last) ?? last);
    await openActs();
    await page.keyboard.type(name);
    await expect(chosen(page)).toContainText(name);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.pathname === `/clusters/payments/ledger-us${last && `/${last}`}`);
  }
});
