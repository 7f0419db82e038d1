import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";

test("a word is found by searching, and its address leads to it", async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/glossary#forced-update");
  const word = page.locator("#forced-update");
  await expect(word).toBeInViewport();
  await expect(word).toHaveAttribute("data-named", "true");
  await expectAccessibleAtEveryWidth(page);
  await page.getByRole("searchbox", { name: "Search words" }).fill("gap profile");
  await expect(page.getByRole("term").filter({ hasText: "missing minor" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("1 word");
  await page.getByRole("searchbox", { name: "Search words" }).fill("no such word");
  await page.getByRole("button", { name: "Show all words" }).click();
  await expect(word).toBeVisible();
});

for (const [path, term, means] of [
  ["/forecast", "stuck", /would have to move and cannot/],
  ["/rotations", "waiting", /old and new credentials are valid/],
  ["/versions/kubernetes?profile=gcp", "deprecated, expired", /maintenance moves clusters off it/],
  ["/clusters/payments/ledger-us/updates", "forced", /because the version has expired/],
] as const) {
  test(`on ${path} the word “${term}” opens its explanation, which leads to the glossary`, { tag: "@all" }, async ({
    page,
    signIn,
  }) => {
    await signIn("operator");
    await page.goto(path);
    const button = page.getByRole("main").getByRole("button", { name: term, exact: true });
    await button.press("Enter");
    const explanation = page.getByRole("dialog").filter({ hasText: means });
    await expect(explanation).toBeVisible();
    await expectAccessibleAtEveryWidth(page);
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await button.click();
    await explanation.getByRole("link", { name: "All words" }).click();
    await expect(page).toHaveURL(/\/glossary#/);
    await expect(page.getByRole("heading", { level: 1, name: "Glossary" })).toBeVisible();
  });
}
