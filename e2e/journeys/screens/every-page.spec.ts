import { appPages } from "#server/start/app-files.ts";
import { collectBlockedByPolicy } from "../../blocked-by-policy.ts";
import { expectReadablePage } from "../../good-look.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { demoAddressOf, expectPageLoaded, shownClusterPath } from "../../shown-pages.ts";

type Look = readonly [what: string, path: string];

/** Pages of clusters with problems, and other views of the same pages. */
const otherLooks: readonly Look[] = [
  ["a failed cluster", "/clusters/logistics/customs"],
  ["a cluster with failing constraints", "/clusters/sandbox/webhook-lab"],
  ["a hibernated cluster", "/clusters/platform/build-cache"],
  ["a cluster without workers", "/clusters/payments/card-emulator"],
  ["nodes of a cluster without workers", "/clusters/payments/card-emulator/nodes"],
  ["a cluster that is being deleted", "/clusters/sandbox/load-test"],
  ["the deletion of a cluster", "/clusters/sandbox/load-test/deletion"],
  ["a cluster that is not there", "/clusters/nope/nope"],
  ["versions to choose from", `${shownClusterPath}/updates?view=change`],
  ["the calendar as an agenda", "/calendar?view=agenda"],
  ["versions as a table", "/versions/kubernetes?view=table"],
  ["clusters side by side", "/compare?c=sandbox/webhook-lab&c=payments/ledger-us&c=platform/build-cache"],
  ["two profiles side by side", "/versions/kubernetes?profile=aws&profile=gcp"],
];

function looksOf(wanted: "anyone" | "signed-in"): readonly Look[] {
  return appPages()
    .filter(({ access }) => access === wanted)
    .map(({ path }) => [path, demoAddressOf(path)]);
}

/** Number of pages per test. With one page per test, starting gardens would take as long as checking pages. */
function inFours(looks: readonly Look[]): readonly (readonly Look[])[] {
  return looks.flatMap((_, at) => (at % 4 === 0 ? [looks.slice(at, at + 4)] : []));
}

const groups = [
  { looks: looksOf("anyone"), isSignedIn: false, tag: [] },
  ...inFours(looksOf("signed-in")).map((looks) => ({ looks, isSignedIn: true, tag: [] })),
  ...inFours(otherLooks).map((looks) => ({ looks, isSignedIn: true, tag: "@all" })),
];

for (const [language, locale] of [
  ["en", "en-GB"],
  ["de", "de-DE"],
] as const) {
  test.describe(`in ${language}`, { tag: language === "de" ? "@all" : [] }, () => {
    test.use({ locale });

    for (const { looks, isSignedIn, tag } of groups) {
      const names = looks.map(([what]) => what).join(", ");
      test(`S17: under their policy ${names} have no violation, cut nothing silently, and never scroll sideways`, {
        tag,
      }, async ({ page, signIn, expectedFaults }) => {
        // Pages of a cluster and a run that do not exist, and a page for users who are not signed in.
        expectedFaults.push("404");
        const blocked = await collectBlockedByPolicy(page);
        if (isSignedIn) await signIn("operator");
        for (const [what, path] of looks) {
          await test.step(what, async () => {
            await page.setViewportSize({ width: 1440, height: 900 });
            await page.goto(path);
            await expect(page.locator("html")).toHaveAttribute("lang", language);
            await expectPageLoaded(page);
            expect(await blocked(), "what the policy blocks").toEqual([]);
            await expectReadablePage(page);
          });
        }
      });
    }
  });
}

/** Statements that are only true after the garden has been read. */
const claims = /^(0|–|none|no\b.*|never.*|not used)$|just now|\b0 (of|clusters?)\b/im;

for (const { path, access } of appPages()) {
  // The glossary explains terms and does not depend on the garden.
  if (access !== "signed-in" || path.includes("[...") || path === "/glossary") continue;
  test(`${path} claims nothing while it is being read`, { tag: "@all" }, async ({ page, signIn, expectedFaults }) => {
    // A run that this browser does not know.
    expectedFaults.push("404");
    await signIn("operator");
    // No request is answered while the page is open.
    await page.route(/\/api\//, () => undefined);
    // When the page requests the session, its scripts have already rendered everything that they show without data.
    const asked = page.waitForRequest("**/api/session");
    await page.goto(demoAddressOf(path));
    await asked;
    await expect(page.locator(".animate-breathe").first()).toBeVisible();
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown claims nothing
    expect(await page.getByRole("main").innerText()).not.toMatch(claims);
  });
}

/** Words that are visible before anything is opened. */
const limits: readonly { readonly path: string; readonly words: number }[] = [
  { path: `${shownClusterPath}/updates`, words: 500 },
  { path: `${shownClusterPath}/updates?view=change`, words: 500 },
  { path: `${shownClusterPath}/advanced`, words: 900 },
];

test("pages that ask for a choice are no manuals", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  for (const { path, words } of limits) {
    await page.goto(path);
    await expectPageLoaded(page);
    // biome-ignore lint/performance/useDomNodeTextContent: words that are folded away do not count
    const text = await page.getByRole("main").innerText();
    const shown = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    expect(shown, `words of ${path} before anything is opened`).toBeLessThanOrEqual(words);
  }
});

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
