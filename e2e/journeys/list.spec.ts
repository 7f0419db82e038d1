import type { Page } from "@playwright/test";
import { expect, test } from "../journey.ts";

const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });

test.beforeEach(async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1200, height: 700 });
  await signIn("operator");
  await page.goto("/clusters");
  await expect(grid(page).getByRole("row").nth(10)).toBeVisible();
});

/** What stands in the lines that are in view two frames after the list was moved so far. */
function textsAfterScroll(
  page: Page,
  distance: number,
): Promise<readonly (readonly [text: string, isFilled: boolean])[]> {
  return grid(page).evaluate(async (element, far) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const part of [0.5, 1]) {
      element.scrollTop = far * part;
      await frame();
    }
    await frame();
    const { top, bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll("[role=row]:not([aria-rowindex='1'])")].flatMap((row) => {
      const box = row.getBoundingClientRect();
      const inView = box.bottom > top + 40 && box.top < bottom;
      return inView ? [[row.textContent ?? "", row.querySelector("input") !== null] as const] : [];
    });
  }, distance);
}

test("lines that pass by are named at once, and have all their cells when the list rests", async ({ page }) => {
  const passing = await textsAfterScroll(page, 1_200);
  expect(passing.length).toBeGreaterThan(10);
  expect(passing.filter(([text]) => text === "")).toEqual([]);
  expect(
    passing.some(([, isFilled]) => !isFilled),
    "some came light",
  ).toBe(true);
  const light = grid(page)
    .getByRole("row")
    .filter({ hasNot: page.getByRole("checkbox") });
  await expect(light).toHaveCount(0);
  // Nothing lies over them any more.
  await grid(page).getByRole("row").nth(8).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/clusters\/[^/]+\/[^/?]+/);
});

test("names hold on to the edge while the list is moved sideways", async ({ page }) => {
  const cell = grid(page).getByRole("row").nth(3).getByRole("gridcell").nth(1);
  const before = await cell.boundingBox();
  await grid(page).evaluate((element) => {
    element.scrollLeft = 120;
  });
  await expect(grid(page)).toHaveAttribute("data-sideways");
  expect((await cell.boundingBox())?.x).toBe(before?.x);
  await grid(page).evaluate((element) => {
    element.scrollLeft = 0;
  });
  await expect(grid(page)).not.toHaveAttribute("data-sideways");
});

test("the keyboard reaches a line that was far below, and is in it", async ({ page }) => {
  await grid(page).getByRole("row").nth(2).getByRole("gridcell").nth(2).focus();
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press("PageDown");
  const focused = page.locator("[role=gridcell]:focus");
  await expect(focused).toBeInViewport();
  const line = grid(page).getByRole("row").filter({ has: focused });
  await expect(line.getByRole("checkbox")).toBeVisible();
});
