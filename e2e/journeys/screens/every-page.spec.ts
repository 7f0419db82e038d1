import { appPages } from "#server/start/app-files.ts";
import { watchPolicy } from "../../blocked-by-policy.ts";
import { expectGoodLook } from "../../good-look.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { demoAddressOf, expectLoaded, shownCluster } from "../../shown-pages.ts";

type Look = readonly [what: string, path: string];

/** The same pages look different for clusters in trouble, and in their other views. */
const otherLooks: readonly Look[] = [
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

function looksOf(wanted: "anyone" | "signed-in"): readonly Look[] {
  return appPages()
    .filter(({ access }) => access === wanted)
    .map(({ path }) => [path, demoAddressOf(path)]);
}

/** Where each look has a garden of its own, as much time goes into gardens as into looks. */
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
        // Of a cluster and a run that are not there, and of a page for those who are not signed in.
        expectedFaults.push("404");
        const blocked = await watchPolicy(page);
        if (isSignedIn) await signIn("operator");
        for (const [what, path] of looks) {
          await test.step(what, async () => {
            await page.setViewportSize({ width: 1440, height: 900 });
            await page.goto(path);
            await expect(page.locator("html")).toHaveAttribute("lang", language);
            await expectLoaded(page);
            expect(await blocked(), "what the policy blocks").toEqual([]);
            await expectGoodLook(page);
          });
        }
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
    await page.goto(demoAddressOf(path));
    await asked;
    await expect(page.locator(".animate-breathe").first()).toBeVisible();
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown claims nothing
    expect(await page.getByRole("main").innerText()).not.toMatch(claims);
  });
}

/** Words that can be read before anything is opened. */
const limits: readonly { readonly path: string; readonly words: number }[] = [
  { path: `${shownCluster}/updates`, words: 500 },
  { path: `${shownCluster}/updates?view=change`, words: 500 },
  { path: `${shownCluster}/advanced`, words: 900 },
];

test("pages that ask for a choice are no manuals", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  for (const { path, words } of limits) {
    await page.goto(path);
    await expectLoaded(page);
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
