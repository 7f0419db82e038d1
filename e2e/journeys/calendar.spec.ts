import type { Page } from "@playwright/test";
import { expect, test } from "../journey.ts";

const monthGrid = (page: Page) => page.getByRole("grid");
const chosenDay = (page: Page) => page.getByRole("heading", { name: /^\w+day \d+ \w+ \d{4}$/, level: 3 });

test("the overview names what needs somebody first and why, and leads there and to what a week of the almanac forces", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  const needs = page.getByRole("region", { name: "Needs attention", exact: true });
  await expect(needs.getByRole("heading", { name: "Now" })).toBeVisible();
  await page.getByRole("button", { name: "How is this ordered?" }).click();
  await expect(page.getByText("Current problems first, then expired versions")).toBeVisible();
  const first = needs.getByRole("region", { name: "Now" }).getByRole("listitem").first();
  await page.keyboard.press("n");
  await expect(first.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Enter");
  const count = Number.parseInt((await first.getByRole("link", { name: /^\d+ clusters?$/ }).textContent()) ?? "", 10);
  await expect(first.getByRole("link", { name: /\// })).toHaveCount(Math.min(count, 8));
  await first.getByRole("link", { name: /^\d+ clusters?$/ }).click();
  await expect(page.getByRole("status").filter({ hasText: `Showing ${count} of` })).toBeVisible();

  await page.goBack();
  const weeks = page.getByRole("region", { name: "Next twelve weeks" });
  await expect(weeks.locator("ol").getByRole("listitem")).toHaveCount(12);
  const link = weeks.getByRole("link", { name: /: [1-9]\d* forced, [1-9]\d* stuck$/ }).first();
  const [forced = 0, stuck = 0] =
    ((await link.getAttribute("title")) ?? "").match(/\d+(?= forced| stuck)/g)?.map(Number) ?? [];
  await link.click();
  await expect(page).toHaveURL(/forceIn=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
  await expect(page.getByRole("status").filter({ hasText: `Showing ${forced + stuck} of` })).toBeVisible();

  await page.goBack();
  const overdue = weeks.getByRole("link", { name: /^\d+ overdue$/ });
  const number = Number.parseInt((await overdue.textContent()) ?? "", 10);
  await overdue.click();
  await expect(page.getByRole("status").filter({ hasText: `Showing ${number} of` })).toBeVisible();
});

for (const [who, viewport] of [
  ["operator", { width: 1440, height: 900 }],
  ["owner-commerce", { width: 1440, height: 900 }],
  ["operator", { width: 390, height: 844 }],
  ["owner-commerce", { width: 390, height: 844 }],
] as const)
  test(`what needs ${who}'s attention stands in the first screen of ${viewport.width} px, and the chart moves nothing when it comes`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize(viewport);
    await signIn(who);
    await page.goto("/");
    const first = page.getByRole("region", { name: "Needs attention", exact: true }).getByRole("listitem").first();
    await expect(first).toBeVisible();
    const place = await first.boundingBox();
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await expect(page.getByRole("region", { name: "Next twelve weeks" }).locator("svg.recharts-surface")).toBeVisible();
    expect(await first.boundingBox()).toEqual(place);
  });

test.describe("the calendar", () => {
  test("is walked by keys alone: days, weeks, months, and today", async ({ page, signIn }) => {
    await signIn("operator");
    await page.goto("/calendar?day=2026-11-25&tz=utc");
    const grid = monthGrid(page);
    await expect(grid).toHaveAccessibleName("November 2026");
    await grid.getByRole("gridcell", { name: /Wednesday 25 November 2026/ }).focus();
    for (const [key, day] of [
      ["ArrowRight", "Thursday 26 November 2026"],
      ["ArrowDown", "Thursday 3 December 2026"],
      ["PageDown", "Sunday 3 January 2027"],
      ["Home", "Monday 28 December 2026"],
      ["PageUp", "Saturday 28 November 2026"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(monthGrid(page).getByRole("gridcell", { name: new RegExp(day) })).toBeFocused();
      await expect(chosenDay(page)).toHaveText(day);
    }
    await page.keyboard.press("t");
    await expect(page.getByRole("gridcell", { name: /^Today, / })).toHaveAttribute("aria-selected", "true");
  });

  test("opens a later month on its first day with anything, shows what the address asks for, and names what it does not know", async ({
    page,
    signIn,
  }) => {
    await signIn("operator");
    await page.goto("/calendar?view=month&layer=k8s&tz=utc&weird=1");
    await expect(page.getByRole("checkbox", { name: "Kubernetes versions end" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Forced updates and dead ends" })).not.toBeChecked();
    await expect(page.getByRole("list", { name: "Active filters" })).toContainText("weird=1");
    const months = page.getByRole("navigation", { name: "Months" });
    await months
      .getByRole("button", { name: /[1-9]\d* dated events? in / })
      .last()
      .click();
    await expect(page).toHaveURL(/month=\d{4}-\d\d/);
    const chosen = monthGrid(page).getByRole("gridcell", { selected: true });
    for (const again of [false, true]) {
      if (again) await page.reload();
      await expect(chosen).toHaveAccessibleName(/: .* ends in /);
      await expect(page.getByRole("list", { name: "Clusters concerned" }).first()).toBeVisible();
      await expect(page.getByText("Nothing dated on this day.")).toHaveCount(0);
    }
  });
});

test("two clicks put a view into a calendar program, and revoking ends it", async ({
  page,
  signIn,
  playwright,
  baseURL,
}) => {
  await signIn("owner-commerce");
  await page.goto("/calendar?layer=k8s,forced");
  await page.getByRole("link", { name: "Subscribe" }).click();
  // A double click creates one feed only, because the address of a second feed would never be shown.
  await page.getByRole("button", { name: "Create feed link" }).dblclick();
  const address = await page.getByLabel("Feed link").inputValue();
  expect(address).toMatch(/\/api\/feeds\/[a-z0-9]{12}\.[\w-]{43}\.ics$/);
  // A calendar program fetches the feed without the browser's cookies.
  const program = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const answer = await program.get(address);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(await answer.text()).toContain("BEGIN:VEVENT");
  const revoke = page.getByRole("button", { name: /^Revoke Gardener/ });
  await expect(revoke).toHaveCount(1);
  await revoke.click();
  await expect(page.getByText(/was revoked$/)).toBeVisible();
  expect((await program.get(address)).status()).toBe(404);
  await program.dispose();
});
