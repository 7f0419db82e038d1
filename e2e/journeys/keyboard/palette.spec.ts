import type { Page } from "@playwright/test";
import { delayScripts, withoutIdleLoading } from "../../delay-scripts.ts";
import { waitForKeyHandlers } from "../../hears-keys.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { chosenInPalette, openPalette } from "../../open-palette.ts";
import { pressEnter } from "../../press-enter.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const input = (page: Page) => page.getByRole("combobox", { name: "Command or search" });
const options = (page: Page) => palette(page).getByRole("option");

/** Opens the cluster list without preloading of scripts. */
async function openListAlone(page: Page, signIn: (identity: string) => Promise<void>): Promise<void> {
  await withoutIdleLoading(page);
  await signIn("operator");
  await page.goto("/clusters");
  await expect(page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(3)).toBeVisible();
  await waitForKeyHandlers(page);
}

test("by keyboard alone one goes to a cluster and reconciles it through its dialog", async ({
  page,
  signIn,
  passTime,
}) => {
  await signIn("owner-commerce");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("ledger-us");
  await expect(chosenInPalette(page)).toHaveText(/^ledger-us/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "ledger-us" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Actions" }).getByRole("link", { name: /^Update/ })).toBeVisible();

  await openPalette(page);
  await expect(chosenInPalette(page), "the cluster's own acts come first").toHaveText(/^Reconcile…/);
  await page.keyboard.type("recon");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  const confirm = page.getByRole("dialog", { name: "Reconcile payments/ledger-us?" });
  await pressEnter(confirm.getByRole("button", { name: "Reconcile now" }));
  await expect(page.getByRole("region", { name: "Your request" }).getByRole("status")).toHaveText(
    /^Reconcile: (Requested|Accepted)$/,
  );
  await passTime(60);
  await expect(
    page.getByRole("region", { name: "Time line" }).getByText("Last operation: Reconcile, Succeeded"),
  ).toBeVisible();
});

test("fields lead to the list, and half a field offers its values", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/forecast");
  await openPalette(page);
  await page.keyboard.type("status:unhea");
  await expect(chosenInPalette(page)).toHaveText(/^status:unhealthy/);
  await page.keyboard.press("Enter");
  await expect(input(page)).toHaveValue("status:unhealthy ");
  await expect(chosenInPalette(page)).toHaveText(/^Show \d+ clusters in the list/);
  const count = /\d+/.exec((await chosenInPalette(page).textContent()) ?? "")?.[0];
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/clusters\?status=unhealthy$/);
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(new RegExp(`^Showing ${count} of`));
});

test("what is pinned from the palette is one click away in the list", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters");
  await expect(page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(3)).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("storefront-eu");
  await page.keyboard.press("ArrowRight");
  await expect(palette(page).getByRole("group", { name: "shop/storefront-eu" })).toBeVisible();
  await page.keyboard.type("pin");
  await expect(chosenInPalette(page)).toHaveText(/^Pin/);
  await page.keyboard.press("Enter");
  await openPalette(page);
  await expect(palette(page).getByRole("group", { name: "Pinned clusters" }).getByRole("option")).toHaveText(
    /^storefront-eu/,
  );
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();

  await page.getByRole("button", { name: "Pinned" }).click();
  await expect(page).toHaveURL(/pin=1/);
  await page.reload();
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^Showing 1 of/);
});

test("who may only view reads why, and Enter does nothing", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/clusters");
  const first = page.getByRole("grid", { name: "Clusters" }).getByRole("link").first();
  await first.click();
  await expect(page.getByText("You can view this cluster, not change it", { exact: true })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("reconcile");
  await expect(chosenInPalette(page)).toHaveAttribute("aria-disabled", "true");
  await expect(chosenInPalette(page)).toHaveText(/view/);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeVisible();
});

test("with nothing typed the clusters and pages opened last come first", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  await expect(page.getByRole("group", { name: "Actions" }).getByRole("link", { name: /^Update/ })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("calendar");
  await expect(chosenInPalette(page)).toHaveText(/^Calendar/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/calendar/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Go to or run" }).click();
  await expect(options(page).first()).toHaveText(/^ledger-us/);
  await expect(palette(page).getByRole("group", { name: "Pages" }).getByRole("option").first()).toHaveText(/^Calendar/);
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Go to or run" })).toBeFocused();
});

test("what is typed before the palette is there is its text, and no key of the page", async ({ page, signIn }) => {
  await openListAlone(page, signIn);
  const release = await delayScripts(page);
  await page.keyboard.press("Control+k");
  // Outside of the palette, these letters would open a page, show filters, move in the list and preview a cluster.
  await page.keyboard.type("g cf jp/ledgerx");
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await expect(palette(page)).toHaveCount(0);
  release();
  await expect(input(page)).toBeFocused();
  await expect(input(page)).toHaveValue("g cf jp/ledger");
  await page.keyboard.type("-us");
  await expect(input(page)).toHaveValue("g cf jp/ledger-us");
  await expect(page).toHaveURL(/\/clusters$/);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();

  await openPalette(page);
  await expect(input(page), "it was said once").toHaveValue("");
});

test("Enter typed ahead waits, and Escape calls the palette off", { tag: "@all" }, async ({ page, signIn }) => {
  await openListAlone(page, signIn);
  const release = await delayScripts(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("calendar");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ledger-us");
  await page.keyboard.press("Enter");
  release();
  await expect(page).toHaveURL(/\/clusters\/payments\/ledger-us/);
  await expect(page.getByRole("heading", { level: 1, name: "ledger-us" })).toBeVisible();
  await expect(palette(page)).toBeHidden();
});

test("where the palette cannot be loaded the page says so and has its keys back", { tag: "@all" }, async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("ERR_FAILED", "could not be loaded", "Failed to load");
  await openListAlone(page, signIn);
  let isAway = true;
  // Loading fails after all letters were typed; from then on, keys belong to the page.
  const isTyped = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js$|\/livez$/, async (route) => {
    await isTyped.promise;
    await (isAway ? route.abort() : route.continue());
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ledger-us");
  await page.keyboard.press("Enter");
  isTyped.resolve();
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("grid", { name: "Clusters" }).locator(":focus")).toBeVisible();

  isAway = false;
  await retry.click();
  await expect(input(page)).toBeFocused();
  await expect(input(page), "nothing that was typed is lost, and nothing is opened unasked").toHaveValue("ledger-us");
});

test("the scope hears what is typed as soon as it is asked for", { tag: "@all" }, async ({ page, signIn }) => {
  await openListAlone(page, signIn);
  const scope = page.getByRole("button", { name: /^Scope: / });
  await scope.focus();
  const release = await delayScripts(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("paym");
  release();
  const search = page.getByRole("combobox", { name: "Search projects" });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("paym");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/project=payments/);
});

test("Tab stays in the palette, what lies beneath is hidden, and a click beside closes it", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await openPalette(page);
  await page.keyboard.press("Tab");
  await expect(palette(page).getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(input(page)).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 }), "for screen readers").toHaveCount(0);
  await page.keyboard.type("ledger");
  await expect(options(page).filter({ hasText: "ledger-us" }).first()).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.mouse.click(20, 600);
  await expect(palette(page)).toBeHidden();
  await expect(page).toHaveURL(/\/clusters\/payments\/ledger-us$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a verb and a cluster act from anywhere, a verb alone offers clusters, and a misspelled name is found", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  const box = page.getByRole("combobox", { name: "Command or search" });
  const group = page.getByRole("group", { name: "On a cluster" });
  await page.keyboard.press("Control+k");
  await box.fill("rotate ledger us");
  await expect(group.getByRole("option").first()).toHaveText(/Rotate… ledger-us/);
  for (const tab of ["Maintenance", "Window"]) {
    await box.fill(`${tab.toLowerCase()} ledger us`);
    await expect(group.getByRole("option").first()).toHaveText(new RegExp(`${tab}… ledger-us`));
  }
  await box.fill("storefornt");
  await expect(page.getByRole("group", { name: "Clusters" }).getByRole("option").first()).toContainText("storefront");
  await box.fill("rotate");
  await expect(page.getByRole("option", { name: /^Rotations/ })).toBeVisible();
  await expect(group.getByRole("option")).not.toHaveCount(0);
  await box.fill("reconcile storefront-eu");
  await group.getByRole("option", { name: /Reconcile… storefront-eu/ }).click();
  await expect(page.getByRole("dialog", { name: /Reconcile.*storefront-eu/ })).toBeVisible();
});
