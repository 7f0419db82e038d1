import { languageCookie } from "#lib/language/languages.ts";
import { appPages } from "#server/start/app-files.ts";
import { expectFits, expectGoodLook } from "../../good-look.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { addressOf, expectLoaded, shownCluster } from "../../shown-pages.ts";

/** The same pages look different for clusters in trouble, and in their other views. */
const otherLooks: readonly (readonly [what: string, path: string])[] = [
  ["a failed cluster", "/clusters/logistics/customs"],
  ["a cluster with failing constraints", "/clusters/sandbox/webhook-lab"],
  ["a hibernated cluster", "/clusters/platform/build-cache"],
  ["a cluster without workers", "/clusters/payments/card-emulator"],
  ["nodes of a cluster without workers", "/clusters/payments/card-emulator/nodes"],
  ["a cluster that is being deleted", "/clusters/sandbox/load-test"],
  ["the deletion of a cluster", "/clusters/sandbox/load-test/deletion"],
  ["a cluster that is not there", "/clusters/nope/nope"],
  ["versions to choose from", `${shownCluster}/updates?view=change`],
  ["the calendar as an agenda", "/calendar?view=agenda"],
  ["versions as a table", "/versions/kubernetes?view=table"],
  ["clusters side by side", "/compare?c=sandbox/webhook-lab&c=payments/ledger-us&c=platform/build-cache"],
  ["two profiles side by side", "/versions/kubernetes?profile=aws&profile=gcp"],
];

for (const [language, locale] of [
  ["en", "en-GB"],
  ["de", "de-DE"],
] as const) {
  test.describe(`in ${language}`, { tag: language === "de" ? "@all" : [] }, () => {
    test.use({ locale });

    for (const { path, access } of appPages()) {
      test(`${path} has no violation, cuts nothing silently, and never scrolls sideways`, async ({
        page,
        signIn,
        expectedFaults,
      }) => {
        // Of a run that this browser does not know, and of a page for those who are not signed in.
        expectedFaults.push("404");
        if (access === "signed-in") await signIn("operator");
        await page.goto(addressOf(path));
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expectGoodLook(page);
        if (language === "de") return;
        await test.step("and has room for its German words", async () => {
          const { origin } = new URL(page.url());
          // A page that reads its settings just now would load itself anew in the other language, while it is being left.
          await page.goto("about:blank");
          await page.context().addCookies([{ name: languageCookie, value: "de", url: origin }]);
          await page.goto(addressOf(path));
          await expect(page.locator("html")).toHaveAttribute("lang", "de");
          await expectLoaded(page);
          await expectFits(page);
        });
      });
    }

    for (const [what, path] of otherLooks) {
      test(`${what}: no violation, nothing cut silently, no scrolling sideways`, async ({
        page,
        signIn,
        expectedFaults,
      }) => {
        expectedFaults.push("404");
        await signIn("operator");
        await page.goto(path);
        await expectGoodLook(page);
      });
    }
  });
}

/** What only somebody may say who has read the garden. */
const claims = /^(0|–|none|no\b.*|never.*|not used)$|just now|\b0 (of|clusters?)\b/im;

for (const { path, access } of appPages()) {
  // The glossary says what words mean, and nothing of a garden.
  if (access !== "signed-in" || path.includes("[...") || path === "/glossary") continue;
  test(`${path} claims nothing while it is being read`, { tag: "@all" }, async ({ page, signIn, expectedFaults }) => {
    // Of a run that this browser does not know.
    expectedFaults.push("404");
    await signIn("operator");
    // No answer comes while the page is open.
    await page.route(/\/api\//, () => undefined);
    // From when its scripts ask who looks they have said what they would say.
    const asked = page.waitForRequest("**/api/session");
    await page.goto(addressOf(path));
    await asked;
    await expect(page.locator(".animate-breathe").first()).toBeVisible();
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown claims nothing
    expect(await page.getByRole("main").innerText()).not.toMatch(claims);
  });
}

/** Words that can be read before anything is opened: a page is no manual. */
const limits: readonly { readonly path: string; readonly words: number }[] = [
  { path: `${shownCluster}/updates`, words: 500 },
  { path: `${shownCluster}/updates?view=change`, words: 500 },
  { path: `${shownCluster}/advanced`, words: 900 },
];

for (const { path, words } of limits) {
  test(`${path} shows at most ${words} words before anything is opened`, async ({ page, signIn }) => {
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
