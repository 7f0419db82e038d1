import type { Page } from "@playwright/test";
import ICAL from "ical.js";
import { expect, expectAccessibleAtEveryWidth, test } from "../journey.ts";
import { expectLoaded } from "../shown-pages.ts";

const monthGrid = (page: Page) => page.getByRole("grid");
const chosenDay = (page: Page) => page.getByRole("heading", { name: /^\w+day \d+ \w+ \d{4}$/, level: 3 });

test.describe("the overview", () => {
  test("names what needs somebody first, why, and leads there", async ({ page, signIn }) => {
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
  });

  test("leads with one click to the clusters that a week of the almanac forces", async ({ page, signIn }) => {
    await signIn("operator");
    await page.goto("/");
    const weeks = page.getByRole("region", { name: "Next twelve weeks" });
    await expect(weeks.getByRole("listitem")).toHaveCount(12);
    const link = weeks.getByRole("link", { name: /[1-9]\d* forced$/ }).first();
    const count = Number(/: (\d+) clusters?/.exec((await link.getAttribute("title")) ?? "")?.[1]);
    await link.click();
    await expect(page).toHaveURL(/forceIn=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
    await expect(page.getByRole("status").filter({ hasText: `Showing ${count} of` })).toBeVisible();
  });

  test("counts each health as the list behind it does", async ({ page, signIn }) => {
    await signIn("viewer");
    await page.goto("/");
    const link = page.getByRole("region", { name: "Fleet health" }).getByRole("link", { name: /unhealthy$/ });
    const count = Number.parseInt((await link.textContent()) ?? "", 10);
    await link.click();
    await expect(page.getByRole("status").filter({ hasText: `Showing ${count} of` })).toBeVisible();
  });
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

  test("tells of a day what ends, whom it concerns, and where that is listed", async ({ page, signIn }) => {
    await signIn("operator");
    await page.goto("/calendar?view=agenda&layer=k8s&tz=utc&month=2026-12");
    const months = page.getByRole("navigation", { name: "Months" });
    await months
      .getByRole("button", { name: /[1-9]\d* dated events? in / })
      .first()
      .click();
    const list = page.getByRole("link", { name: "Show in the list" }).first();
    await expect(list.or(page.getByRole("list", { name: "Clusters concerned" }).first()).first()).toBeVisible();
    await expect(page.getByText(/ends in /).first()).toBeVisible();
    await expect(page.getByText(/The profile .* gives this date\./).first()).toBeVisible();
  });

  test("opens a later month on its first day with anything", async ({ page, signIn }) => {
    await signIn("operator");
    await page.goto("/calendar?view=month&layer=k8s&tz=utc");
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
      await expect(page.getByText("Nothing dated on this day.")).toHaveCount(0);
    }
  });

  test("shows what the address asks for, and says what it does not understand", async ({ page, signIn }) => {
    await signIn("operator");
    await page.goto("/calendar?layer=forced&purpose=production&weird=1");
    await expect(page.getByRole("checkbox", { name: "Forced updates and dead ends" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Kubernetes versions end" })).not.toBeChecked();
    await expect(page.getByRole("list", { name: "Active filters" })).toContainText("weird=1");
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
  // Whoever clicks twice means it once: of a second feed nobody would have seen the address.
  await page.getByRole("button", { name: "Create feed link" }).dblclick();
  const address = await page.getByLabel("Feed link").inputValue();
  expect(address).toMatch(/\/api\/feeds\/[a-z0-9]{12}\.[\w-]{43}\.ics$/);
  // A program of its own: without our cookies.
  const program = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const answer = await program.get(address);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(answer.headers()["content-encoding"]).toBeUndefined();
  const events = new ICAL.Component(ICAL.parse(await answer.text())).getAllSubcomponents("vevent");
  expect(events.length).toBeGreaterThan(0);
  const unchanged = await program.get(address, { headers: { "if-none-match": answer.headers().etag ?? "" } });
  expect(unchanged.status()).toBe(304);
  const revoke = page.getByRole("button", { name: /^Revoke Gardener/ });
  await expect(revoke).toHaveCount(1);
  await revoke.click();
  await expect(page.getByText(/was revoked$/)).toBeVisible();
  expect((await program.get(address)).status()).toBe(404);
  await program.dispose();
});

test("a feed that is made while the feeds are still being read is among them", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  const { promise: made, resolve: letPass } = Promise.withResolvers<void>();
  await page.route("**/api/feeds", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const before = await route.fetch();
    await made;
    // It is asked again meanwhile, and need not wait for this answer.
    await route.fulfill({ response: before }).catch(() => undefined);
  });
  await page.goto("/feeds");
  await page.getByRole("button", { name: "Create feed link" }).click();
  await expect(page.getByLabel("Feed link")).toBeVisible();
  letPass();
  await expect(page.getByRole("button", { name: /^Revoke Gardener/ })).toBeVisible();
});

for (const { name, path } of [
  { name: "the calendar's month", path: "/calendar?view=month&layer=k8s,image,stage,forced,rotation,window" },
  { name: "a month without anything", path: "/calendar?month=2031-01" },
]) {
  test(`${name} has no violation`, async ({ page, signIn }) => {
    await signIn("operator");
    await page.goto(path);
    await expectLoaded(page);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expectAccessibleAtEveryWidth(page);
  });
}
