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

/** The number of clusters that each group header shows. */
function counts(page: Page): Promise<readonly number[]> {
  return heads(page).evaluateAll((rows) =>
    rows.map((row) => Number(/(\d+) clusters?/.exec(row.textContent ?? "")?.[1] ?? Number.NaN)),
  );
}

test.beforeEach(async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("operator");
});

test("the list is grouped, no cluster is left out, and closed groups outlive a reload", async ({ page }) => {
  await page.goto("/clusters");
  await openView(page);
  await panel(page).getByRole("combobox", { name: "Group by" }).selectOption({ label: "Project" });
  await expect(page).toHaveURL("/clusters?group=project");
  await expect(head(page, "analytics")).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page);
  await panel(page).getByRole("button", { name: "Worst first" }).click();
  await expect(page).toHaveURL("/clusters?group=project:worst");
  await panel(page).getByRole("button", { name: "Close all groups" }).click();
  await expect(clusters(page)).toHaveCount(0);
  // When groups are collapsed, headers from below the screen are rendered after those that were visible.
  const lines = Number(await tree(page).getAttribute("aria-rowcount"));
  await expect(heads(page)).toHaveCount(lines - 1);
  const total = (await counts(page)).reduce((sum, count) => sum + count, 0);
  await expect(shown(page)).toHaveText(`Showing ${total} of ${total}`);
  await page.keyboard.press("Escape");

  const payments = head(page, "payments");
  await payments.getByRole("gridcell").nth(1).click();
  await expect(payments).toHaveAttribute("aria-expanded", "true");
  const size = await clusters(page).first().getAttribute("aria-setsize");
  await expect(clusters(page)).toHaveCount(Number(size));
  await page.reload();
  await expect(payments).toHaveAttribute("aria-expanded", "true");
  await expect(clusters(page)).toHaveCount(Number(size));
  await page.getByRole("combobox", { name: "Search clusters" }).fill("payments");
  await expect(heads(page)).toHaveCount(1);
  await expect(shown(page)).toHaveText(new RegExp(`^Showing ${size} of`));
});

test("on a phone the list is grouped, with heads among the cards", { tag: "@all" }, async ({ page }) => {
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
  await cards.getByRole("button", { expanded: false }).filter({ hasText: "payments" }).click();
  await expectAccessibleAtEveryWidth(page, async (width) => {
    await expect(
      width < 768 ? cards.getByRole("button", { expanded: true }).first() : heads(page).first(),
    ).toBeVisible();
  });
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
});

test("the head of the group at the top stays in sight, and closes its group", { tag: "@all" }, async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 520 });
  await page.goto("/clusters?group=project");
  await expect(clusters(page).first()).toBeVisible();
  const sticky = tree(page).locator("[data-sticky-head]");
  await expect(sticky).toHaveCount(0);
  await tree(page).evaluate((element) => {
    element.scrollTop = 150;
  });
  await expect(sticky).toContainText("analytics");
  // Rows scroll below the sticky group header.
  await tree(page).evaluate((element) => {
    element.scrollTop += 1;
  });
  await sticky.locator("div").click();
  await expect(head(page, "analytics")).toHaveAttribute("aria-expanded", "false");
  await expect(focusedLine(page)).toContainText("analytics");
  await expect(sticky).toHaveCount(0);
});
