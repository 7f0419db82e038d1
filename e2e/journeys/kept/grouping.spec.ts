import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleAtEveryWidth, test } from "../../journey.ts";

const tree = (page: Page) => page.getByRole("treegrid", { name: "Clusters" });
const heads = (page: Page) => tree(page).locator("[role=row][aria-level='1']");
const clusters = (page: Page) => tree(page).locator("[role=row][aria-level='2']");
const head = (page: Page, title: string) => heads(page).filter({ hasText: title });
const focusedLine = (page: Page) => tree(page).locator("[role=row]:focus-within");
const panel = (page: Page) => page.getByRole("dialog", { name: "View of the list" });
const shown = (page: Page) => page.getByRole("main").getByRole("status").first();

async function openView(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "View", exact: true }).click();
  await expect(panel(page)).toBeVisible();
}

/** How many clusters each head says that it has. */
function counts(page: Page): Promise<readonly number[]> {
  return heads(page).evaluateAll((rows) =>
    rows.map((row) => Number(/(\d+) clusters?/.exec(row.textContent ?? "")?.[1] ?? Number.NaN)),
  );
}

test.beforeEach(async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("operator");
});

test("the list is grouped, groups are closed and opened, and every cluster is in one of them", async ({ page }) => {
  await page.goto("/clusters");
  await openView(page);
  await panel(page).getByRole("combobox", { name: "Group by" }).selectOption({ label: "Project" });
  await expect(page).toHaveURL("/clusters?group=project");
  await expect(head(page, "analytics")).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page);
  await panel(page).getByRole("button", { name: "Close all groups" }).click();
  await expect(clusters(page)).toHaveCount(0);
  // Heads that come up from below the screen as groups close are painted after those that were on it.
  const lines = Number(await tree(page).getAttribute("aria-rowcount"));
  await expect(heads(page)).toHaveCount(lines - 1);
  const total = (await counts(page)).reduce((sum, count) => sum + count, 0);
  await expect(shown(page)).toHaveText(`Showing ${total} of ${total}`);
  await panel(page).getByRole("button", { name: "Worst first" }).click();
  await expect(page).toHaveURL("/clusters?group=project:worst");
  // The address is written at once, what is on screen follows it.
  await expect
    .poll(async () => {
      const unhealthy = await heads(page).evaluateAll((rows) =>
        rows.map((row) => Number(/(\d+) unhealthy/.exec(row.textContent ?? "")?.[1] ?? 0)),
      );
      return unhealthy.every((count, at) => at === 0 || count <= (unhealthy[at - 1] ?? 0));
    })
    .toBe(true);
  await page.keyboard.press("Escape");

  const payments = head(page, "payments");
  await payments.getByRole("gridcell").nth(1).click();
  await expect(payments).toHaveAttribute("aria-expanded", "true");
  const size = await clusters(page).first().getAttribute("aria-setsize");
  await expect(clusters(page)).toHaveCount(Number(size));
  await expect(clusters(page).first()).toHaveAttribute("aria-posinset", "1");
  await page.getByRole("combobox", { name: "Search clusters" }).fill("payments");
  await expect(heads(page)).toHaveCount(1);
  await expect(shown(page)).toHaveText(new RegExp(`^Showing ${size} of`));
});

test("which groups are closed outlives a reload of the tab, and is nobody else's", async ({ page, context }) => {
  const expanded = (title: string, on = page) => expect(head(on, title)).toHaveAttribute("aria-expanded", "true");
  const closed = (title: string, on = page) => expect(head(on, title)).toHaveAttribute("aria-expanded", "false");
  await page.goto("/clusters?group=project");
  await head(page, "analytics").getByRole("gridcell").nth(1).click();
  await closed("analytics");
  await page.reload();
  await closed("analytics");
  await expanded("payments");
  await openView(page);
  await panel(page).getByRole("button", { name: "Close all groups" }).click();
  await page.keyboard.press("Escape");
  await head(page, "payments").getByRole("gridcell").nth(1).click();
  await page.goto("/clusters?group=provider");
  await expect(heads(page).first()).toHaveAttribute("aria-expanded", "true");
  await page.goto("/clusters?group=project:worst");
  await closed("analytics");
  await expanded("payments");
  const tab = await context.newPage();
  await tab.goto("/clusters?group=project");
  await expanded("analytics", tab);
});

test("on a phone the list is grouped from its own button, and the choices are those that cards have", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/clusters");
  const cards = page.getByRole("region", { name: "Clusters" });
  await expect(cards).toBeVisible();
  await openView(page);
  await expect(panel(page).getByRole("heading", { name: "Columns" })).toBeHidden();
  await panel(page).getByRole("combobox", { name: "Group by" }).selectOption({ label: "Project" });
  await expect(page).toHaveURL("/clusters?group=project");
  await panel(page).getByRole("button", { name: "Close all groups" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(cards.getByRole("button", { expanded: false }).filter({ hasText: "payments" })).toBeVisible();
  await page.reload();
  await expect(cards.getByRole("button", { expanded: false }).filter({ hasText: "payments" })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, "nothing is cut").toBeLessThanOrEqual(390);
});

test("a tree grid's keys open, close and select groups, and j and k go from cluster to cluster", async ({ page }) => {
  await page.goto("/clusters?group=purpose");
  await expect(clusters(page).first()).toBeVisible();
  await heads(page).first().getByRole("gridcell").nth(1).focus();
  await expect(focusedLine(page)).toHaveAttribute("aria-level", "1");
  await page.keyboard.press("ArrowLeft");
  await expect(focusedLine(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowDown");
  await expect(focusedLine(page)).toHaveAttribute("aria-level", "1");
  await page.keyboard.press("Enter");
  await expect(focusedLine(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await expect(focusedLine(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("j");
  await expect(focusedLine(page)).toHaveAttribute("aria-posinset", "1");
  await expect(focusedLine(page)).toHaveAttribute("aria-level", "2");
  await page.keyboard.press("k");
  await expect(focusedLine(page)).toHaveAttribute("aria-level", "1");
  await page.keyboard.press("j");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await expect(focusedLine(page)).toHaveAttribute("aria-level", "1");

  await page.keyboard.press("x");
  const size = Number(await clusters(page).first().getAttribute("aria-setsize"));
  const selected = page.getByRole("region", { name: "Selected clusters" });
  await expect(selected.getByRole("status")).toHaveText(`${size} selected`);
  await expect(focusedLine(page).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(selected.getByRole("status")).toHaveText(`${size - 1} selected`);
  await page.keyboard.press("Space");
  const peek = page.getByRole("complementary", { name: /^Peek: / });
  await expect(peek).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(peek).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(selected).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/clusters\/[^/]+\/[^/?]+/);
  await page.goBack();
  await expect(heads(page).first(), "the list is as it was left").toHaveAttribute("aria-expanded", "false");
});

test("the head of the group at the top stays in sight, and closes its group", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 520 });
  await page.goto("/clusters?group=project");
  await expect(clusters(page).first()).toBeVisible();
  const sticky = tree(page).locator("[data-sticky-head]");
  await expect(sticky).toHaveCount(0);
  await tree(page).evaluate((element) => {
    element.scrollTop = 150;
  });
  await expect(sticky).toContainText("analytics");
  const line = clusters(page)
    .filter({ has: page.locator("[aria-colindex='3']") })
    .nth(5);
  await line.getByRole("gridcell").nth(2).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  const [focus, cover] = [await page.locator("[role=gridcell]:focus").boundingBox(), await sticky.boundingBox()];
  if (focus !== null && cover !== null) expect(focus.y).toBeGreaterThanOrEqual(cover.y + 31);
  // While lines pass by beneath it.
  await tree(page).evaluate((element) => {
    element.scrollTop += 1;
  });
  await sticky.locator("div").click();
  await expect(head(page, "analytics")).toHaveAttribute("aria-expanded", "false");
  await expect(focusedLine(page)).toContainText("analytics");
  await expect(sticky).toHaveCount(0);
});

test("a grouped list is saved as a view and opened on a second device, with its columns in their order", async ({
  page,
  colleague,
}) => {
  await page.goto("/clusters?cols=name,seed,health&group=cause:worst&status=unhealthy");
  await expect(heads(page).first()).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Saved views/ })
    .click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill("Trouble by cause");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toBeHidden();

  const device = await colleague("operator");
  await device.setViewportSize({ width: 1440, height: 900 });
  await device.goto("/views");
  await device.getByRole("link", { name: "Trouble by cause" }).click();
  const search = "?cols=name,seed,health&group=cause:worst&status=unhealthy";
  await expect.poll(() => decodeURIComponent(new URL(device.url()).search)).toBe(search);
  await expect(heads(device).first()).toBeVisible();
  const titlesOn = (on: Page) => heads(on).allTextContents();
  await expect.poll(async () => isDeepStrictEqual(await titlesOn(device), await titlesOn(page))).toBe(true);
  await expect(tree(device).getByRole("columnheader").getByRole("button")).toHaveText(["Cluster", "Seed", "Health"]);
  await expectAccessible(device);
});

test("what groups say is taken along", async ({ page }) => {
  await page.goto("/clusters?cols=name,health&group=provider");
  await expect(heads(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Table (CSV)" }).click();
  const lines = (await readFile(await (await download).path())).toString().split("\r\n");
  expect(lines[0]).toBe("project,cluster,group,health");
  const groups = lines.slice(1, -1).map((line) => line.split(",")[2]);
  expect(groups).toEqual(groups.toSorted());
  expect(new Set(groups).size).toBeGreaterThan(2);
});

test("on a phone groups have heads among the cards, and nothing is wrong with them at any width", async ({ page }) => {
  await page.goto("/clusters?group=week");
  await expect(heads(page).first()).toBeVisible();
  const cards = page.getByRole("region", { name: "Clusters" });
  await expectAccessibleAtEveryWidth(page, async (width) => {
    await expect(
      width < 768 ? cards.getByRole("button", { expanded: true }).first() : heads(page).first(),
    ).toBeVisible();
  });
  const first = cards.getByRole("button", { expanded: true }).first();
  const title = (await first.textContent()) ?? "";
  await first.click();
  await expect(cards.getByRole("button", { expanded: false }).filter({ hasText: title })).toBeVisible();
});
