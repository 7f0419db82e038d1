import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../journey.ts";

const shown = (page: Page) => page.getByRole("status").filter({ hasText: /^Showing/ });

/** The first number in a text. */
async function numberIn(text: Promise<string | null>): Promise<number> {
  return Number(/[\d,]+/.exec((await text) ?? "")?.[0].replaceAll(",", ""));
}

/** Presses Tab until the element has the focus, as a user without a mouse would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("Tab does not lead there");
}

test.describe("the forecast of the fleet", () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn("operator");
    await page.goto("/forecast");
    await expect(page.getByRole("heading", { name: "Forecast", level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: /When changes are forced/ })).toBeVisible();
  });

  test("the legend draws dead ends as outlines, and numbers and bars are links to as many clusters, by keyboard too", async ({
    page,
  }) => {
    const kinds = page.getByRole("list", { name: "Kinds of change" }).getByRole("listitem");
    for (const kind of ["Blocked by the cluster", "Gap in the profile", "No later version yet"]) {
      const swatch = kinds.filter({ hasText: kind }).locator("span").first();
      await expect(swatch).toHaveCSS("border-top-width", "2px");
    }
    const link = page.getByRole("link", { name: /in production$/ });
    const count = await numberIn(link.textContent());
    expect(count).toBeGreaterThan(0);
    await link.click();
    await expect(page).toHaveURL(/\/clusters\?.*forceIn=\.\.\d{4}-\d\d-\d\d&hop=minor/);
    await expect(shown(page)).toHaveText(new RegExp(`^Showing ${count} of `));
    const row = page.getByRole("row", { name: /ledger-us/ });
    await expect(row.getByRole("link", { name: /minor/ })).toHaveAttribute("href", /ledger-us\/updates/);

    await page.goBack();
    const bar = page.getByRole("link", { name: /^Machine image, .*: \d+ clusters?$/ }).first();
    const images = await numberIn(bar.getAttribute("aria-label").then((label) => label?.split(": ")[1] ?? null));
    await bar.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/clusters\?.*first=image/);
    await expect(shown(page)).toHaveText(new RegExp(`^Showing ${images} of `));
  });

  test("filters chosen faster than the screen follows all stand, travel to the list and back, and Back undoes each", async ({
    page,
  }) => {
    await page.getByRole("button", { name: "Filters" }).click();
    const panel = page.getByRole("complementary", { name: "Filters" });
    const boxes = [panel.getByLabel(/^production/).first(), panel.getByLabel(/^unhealthy/i).first()];
    const elements = await Promise.all(boxes.map((box) => box.elementHandle()));
    await page.evaluate((both) => {
      for (const element of both) if (element instanceof HTMLElement) element.click();
    }, elements);
    await expect(page).toHaveURL(/purpose=production/);
    await expect(page).toHaveURL(/status=unhealthy/);
    for (const box of boxes) await expect(box).toBeChecked();
    const list = page.getByRole("link", { name: "Show as list" });
    // The URL changes immediately, the page content a moment later.
    await expect(list).toHaveAttribute("href", /purpose=production/);
    await expect(list).toHaveAttribute("href", /status=unhealthy/);
    await list.click();
    await expect(page).toHaveURL(/\/clusters\?.*purpose=production/);
    await page.goBack();
    await expect(page).toHaveURL(/\/forecast\?.*status=unhealthy/);
    await page.goBack();
    await expect(page).toHaveURL(/\/forecast\?purpose=production$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/forecast$/);
  });

  test("its parts, the weeks and what is stuck are worked by keys, and the chart has a table that says the same", {
    tag: "@all",
  }, async ({ page }) => {
    for (const [key, name] of [
      ["1", /When changes are forced/],
      ["2", /Forced changes by week/],
      ["3", /Stuck, and what would free it/],
      ["4", /^Clusters/],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole("heading", { name, level: 2 })).toBeFocused();
    }
    const bar = page.getByRole("link", { name: /^Kubernetes minor, .*: \d+ clusters?$/ }).first();
    const label = (await bar.getAttribute("aria-label")) ?? "";
    await page.getByRole("button", { name: "Show as table" }).click();
    await expect(
      page.getByRole("table", { name: /by time and kind/ }).getByRole("link", { name: label }),
    ).toBeVisible();

    await page.keyboard.press("2");
    await tabTo(page, page.getByRole("button", { name: "Cloud profile" }));
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/rows=profile/);
    const weeks = page.getByRole("table", { name: /by week and cloud profile/ });
    const cell = weeks.getByRole("link", { name: /: \d+ clusters?$/ }).first();
    const count = await numberIn(cell.textContent());
    await tabTo(page, cell);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/clusters\?(?!.*rows=).*profile=/);
    await expect(shown(page)).toHaveText(new RegExp(`^Showing ${count} of `));
    await page.goBack();
    await expect(weeks).toBeVisible();

    await page.keyboard.press("3");
    await expect(page.getByRole("heading", { name: /Stuck, and what would free it/ })).toBeFocused();
    const line = page
      .getByRole("table", { name: /^Missing links/ })
      .getByRole("row", { name: /missing in/ })
      .first();
    const stuck = Number(await line.getByRole("link").textContent());
    await tabTo(page, line.getByRole("link"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/deadend=/);
    await expect(shown(page)).toHaveText(new RegExp(`^Showing ${stuck} of `));
    await expect(page.getByRole("row", { name: /dead end/ }).first()).toBeVisible();
  });

  test("a key pressed before its part is there leads to it once it comes, unless somebody has gone elsewhere", {
    tag: "@all",
  }, async ({ page }) => {
    for (const goesElsewhere of [false, true]) {
      const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
      await page.route("**/api/fleet", async (route) => {
        await mayAnswer;
        await route.continue();
      });
      // The page handles keys once it has requested the session; the cluster list is requested before scripts load.
      const listens = page.waitForRequest("**/api/session");
      await page.reload();
      await listens;
      await page.keyboard.press("3");
      if (goesElsewhere) await page.getByRole("link", { name: "Show as list" }).focus();
      answer();
      const stuck = page.getByRole("heading", { name: /Stuck, and what would free it/ });
      await expect(stuck).toBeVisible();
      await expect(goesElsewhere ? page.getByRole("link", { name: "Show as list" }) : stuck).toBeFocused();
      await page.unroute("**/api/fleet");
    }
  });
});

test("a cluster that is not ready for its forced minor is found from the overview, and its page says what blocks", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  const cause = page.locator("li").filter({ hasText: "Minor update forced within 30 days, not ready" }).last();
  const more = page.getByRole("button", { name: /^Show \d+ more/ }).first();
  await expect(more.or(cause).first()).toBeVisible();
  if (!(await cause.isVisible())) await more.click();
  await expect(cause.getByRole("link", { name: "logistics/customs" })).toBeVisible();

  await page.goto("/clusters?readiness=not-ready:..30d&cols=forceAt,readiness");
  await expect(shown(page)).toContainText("Showing 1 of");
  const row = page.getByRole("row").filter({ hasText: "customs" });
  await expect(row).toContainText(/1\.33\.11 minor\s*not ready/);
  await expect(row).toContainText("Not ready · 1 finding blocks");

  await page.goto("/clusters/logistics/customs/updates");
  await expect(page.getByRole("region", { name: /^Ready for Kubernetes 1\.33/ })).toContainText("Not ready");
});
