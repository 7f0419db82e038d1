import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../../journey.ts";

const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });
const heads = (page: Page) => grid(page).getByRole("columnheader").getByRole("button");
const panel = (page: Page) => page.getByRole("dialog", { name: "View of the list" });

async function openView(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "View", exact: true }).click();
  await expect(panel(page).getByRole("list", { name: "Columns" })).toBeVisible();
}

test.beforeEach(async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("operator");
});

test("columns are shown, ordered by key and pointer, kept in the address, and reset", async ({ page }) => {
  await page.goto("/clusters?cols=name,health,k8s");
  await expect(heads(page)).toHaveText(["Cluster", "Health", "Kubernetes"]);
  await openView(page);
  await panel(page).getByRole("checkbox", { name: "CA age" }).check();
  await panel(page).getByRole("checkbox", { name: "Workers" }).check();
  await expect(page).toHaveURL("/clusters?cols=name,health,k8s,caAge,workers");
  const grip = panel(page).getByRole("button", { name: /^Move CA age/ });
  await grip.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(grip).toBeFocused();
  await expect(grip).toHaveAccessibleName("Move CA age, column 2 of 5");
  await expect(panel(page).getByRole("status")).toHaveText("CA age: column 2 of 5");
  await expect(page).toHaveURL("/clusters?cols=name,caAge,health,k8s,workers");

  const dragged = panel(page).getByRole("button", { name: /^Move Workers/ });
  const box = await dragged.boundingBox();
  if (box === null) throw new Error("nothing to drag");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y - 52, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL("/clusters?cols=name,caAge,workers,health,k8s");
  await page.reload();
  await expect(heads(page)).toHaveText(["Cluster", "CA age", "Workers", "Health", "Kubernetes"]);

  await openView(page);
  await panel(page).getByRole("button", { name: "Reset" }).click();
  await expect(page).toHaveURL("/clusters");
});

test("a column is made wider by key and pointer, and stays as wide", { tag: "@all" }, async ({ page }) => {
  await page.goto("/clusters");
  await expect(grid(page).getByRole("row").nth(8)).toBeVisible();
  const edge = grid(page).getByRole("separator", { name: "Width of Health" });
  const width = async () => {
    const head = await grid(page).getByRole("columnheader", { name: "Health" }).boundingBox();
    return Math.round(head?.width ?? 0);
  };
  const before = await width();
  // The resize handles of columns appear when the page is idle.
  await expect(edge).toBeAttached();
  await grid(page).getByRole("row").nth(1).getByRole("gridcell").nth(2).focus();
  await page.keyboard.press("ArrowUp");
  await expect(heads(page).filter({ hasText: "Health" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(edge).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(edge).toBeFocused();
  await expect.poll(width).toBe(before + 32);
  await expect(edge).toHaveAttribute("aria-valuenow", String(before + 32));
  await expectAccessible(page);

  const box = await edge.boundingBox();
  if (box === null) throw new Error("nothing to drag");
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 50, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(before + 82);
  const moved = await edge.boundingBox();
  expect(Math.round((moved?.x ?? 0) - box.x), "the edge stays under the pointer").toBe(50);
  await page.reload();
  await expect(grid(page).getByRole("row").nth(8)).toBeVisible();
  await expect.poll(width).toBe(before + 82);
  await edge.focus();
  await page.keyboard.press("Home");
  await expect.poll(width).toBe(56);
  await edge.dblclick();
  await expect.poll(width).toBe(134);
  await openView(page);
  await panel(page).getByRole("button", { name: "Reset" }).click();
  await expect.poll(width).toBe(before);
});

test("every column is there, and one that no build has is named", { tag: "@all" }, async ({ page }) => {
  const more = "name,profile,workers,auto,maintenance,caAge,hib,label,created,purpose,provider,seed";
  await page.goto(`/clusters?cols=${more}`);
  await expect(grid(page).getByRole("row").nth(8)).toBeVisible();
  await expect(heads(page)).toHaveCount(more.split(",").length);
  for (const name of ["Workers", "Last maintenance", "CA age", "Labels"]) {
    await grid(page).getByRole("columnheader", { name }).getByRole("button").click();
    await expect(grid(page).getByRole("columnheader", { name })).toHaveAttribute("aria-sort", "ascending");
  }
  await expectAccessible(page);

  await page.goto("/clusters?status=unhealthy,foo&forceIn=2027-13-45&cols=name,colour,health&group=colour");
  const filters = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
  for (const part of ["status=foo", "forceIn=2027-13-45", "cols=colour", "group=colour"])
    await expect(filters.filter({ hasText: `Not understood ${part}` })).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Not understood forceIn=2027-13-45" }).click();
  await page.getByRole("button", { name: "Remove the filter Health Unhealthy" }).click();
  await expect(page).toHaveURL("/clusters?status=foo&cols=name,health,colour&group=colour");
});
