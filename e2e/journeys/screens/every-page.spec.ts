import type { Page } from "@playwright/test";
import { appPages } from "../../../server/start/app-files.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";

const cluster = "/clusters/payments/acquiring";

function addressOf(path: string): string {
  return path.replace("/clusters/[project]/[name]", cluster).replace(/\[\w+\]/, "gardenlinux");
}

/** The page says what it is about, and nothing on it is still being loaded. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}

/** What scrolls up and down does not scroll sideways. Rows of tabs and tables with columns of their own may. */
async function sidewaysScrollers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll("*"))
      .filter(
        (element) =>
          element.clientHeight > window.innerHeight / 3 &&
          element.scrollHeight > element.clientHeight + 1 &&
          element.scrollWidth > element.clientWidth + 1,
      )
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .map((element) => `${element.tagName} ${element.className}`),
  );
}

for (const { path, access } of appPages()) {
  test(`${path} has no violation, and never scrolls sideways`, async ({ page, signIn, expectedFaults }) => {
    // Of a run that this browser does not know, and of a page for those who are not signed in.
    expectedFaults.push("404");
    if (access === "signed-in") await signIn("operator");
    await page.goto(addressOf(path));
    await expectLoaded(page);
    await expectAccessibleAtEveryWidth(page, () => expectLoaded(page));
    expect(await sidewaysScrollers(page), "at 390 px").toEqual([]);
  });
}

/** What only somebody may say who has read the garden. */
const claims = /^(0|–|none|no\b.*|never.*|not used)$|just now|\b0 (of|clusters?)\b/im;

for (const { path, access } of appPages()) {
  if (access !== "signed-in" || path.includes("[...")) continue;
  test(`${path} claims nothing while it is being read`, async ({ page, signIn, expectedFaults }) => {
    // Of a run that this browser does not know.
    expectedFaults.push("404");
    await signIn("operator");
    // No answer comes while the page is open.
    await page.route(/\/api\//, () => undefined);
    await page.goto(addressOf(path));
    await expect(page.locator(".animate-breathe").first()).toBeVisible();
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown claims nothing
    expect(await page.getByRole("main").innerText()).not.toMatch(claims);
  });
}

/** Words that can be read before anything is opened: a page is no manual. */
const limits: readonly { readonly path: string; readonly words: number }[] = [
  { path: `${cluster}/updates`, words: 500 },
  { path: `${cluster}/advanced`, words: 900 },
];

for (const { path, words } of limits) {
  test(`${path} shows at most ${words} words`, async ({ page, signIn }) => {
    await signIn("operator");
    await page.goto(path);
    await expectLoaded(page);
    // biome-ignore lint/performance/useDomNodeTextContent: words that are folded away do not count
    const text = await page.getByRole("main").innerText();
    expect(text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(words);
  });
}

test("an address without a page keeps the navigation, and leads back", async ({ page, signIn, expectedFaults }) => {
  expectedFaults.push("404");
  await signIn("viewer");
  expect((await page.goto("/no/such/page"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Overview" })).toHaveAttribute("href", "/");
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("navigation").first().getByRole("link", { name: "Clusters" }).click();
  await expect(page.getByRole("heading", { name: "Clusters", level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole("searchbox", { name: "Search clusters" }).fill("tracking");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/clusters\?q=tracking$/);
});
