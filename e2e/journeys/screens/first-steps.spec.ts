import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { ownPageHeaders } from "../../our-request.ts";
import { chooseAndWaitUntilStored } from "../../setting-choice.ts";

test("first steps are done by doing, are put away for good, and come back from the help", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/");
  const card = page.getByRole("region", { name: "First steps" });
  const done = card.getByRole("status");
  await expect(done).toHaveText("0 of 5 done");
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await card.getByRole("link", { name: "See when its next change comes" }).click();
  await expect(page.getByRole("navigation", { name: "Pages of this cluster" })).toBeVisible();
  await page.goto("/");
  await expect(done).toHaveText("2 of 5 done");
  await card.getByRole("button", { name: "Press Ctrl+K and go anywhere" }).click();
  await expect(page.getByRole("combobox", { name: "Command or search" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(done).toHaveText("3 of 5 done");
  const feed = { name: "Mine", query: "", alarms: false };
  expect((await page.request.post("/api/feeds", { data: feed, headers: ownPageHeaders })).ok()).toBe(true);
  await page.goto("/");
  await expect(done).toHaveText("4 of 5 done");
  await expect(card.getByRole("listitem").filter({ hasText: "calendar" })).toContainText("(done)");

  await chooseAndWaitUntilStored(page, card.getByRole("button", { name: "Hide first steps" }));
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "First steps" }).click();
  await expect(done).toHaveText("4 of 5 done");
});

test("whoever sees no cluster reads no number, is told who can change that, and what there is meanwhile", async ({
  page,
  signIn,
}) => {
  await signIn("stranger");
  // lib/view/numbers-of-screens.test.ts checks all other numbers against the rows that their links lead to.
  for (const path of ["/forecast", "/calendar?view=agenda", "/rotations", "/"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/No clusters to|No rotations|Nothing dated/).first()).toBeVisible();
    // A user without clusters may only see zeros that were read from the garden. Numbers come first or last in texts.
    const links = page.getByRole("main").locator("a[href^='/clusters?'], a[href^='/rotations?']");
    for (const text of await links.allTextContents()) expect(text).not.toMatch(/^[1-9]|[1-9][\d,]*$/);
  }
  await expect(page.getByText("Ask the owner of a project to add you.")).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
  await page.getByRole("link", { name: "Look up words" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Glossary" })).toBeVisible();
});
