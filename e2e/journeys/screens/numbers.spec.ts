import { expect, test } from "../../journey.ts";

// That every other number is that of the rows behind its link is proved where it is made: lib/view/numbers-of-screens.test.ts.
test("a stranger reads no number at all", async ({ page, signIn }) => {
  await signIn("stranger");
  for (const path of ["/", "/forecast", "/calendar?view=agenda", "/rotations"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/No clusters to|No rotations|Nothing dated/).first()).toBeVisible();
    // A zero that was read is one; nothing else is counted for somebody who sees nothing. Counts stand first or last.
    const links = page.getByRole("main").locator("a[href^='/clusters?'], a[href^='/rotations?']");
    for (const text of await links.allTextContents()) expect(text).not.toMatch(/^[1-9]|[1-9][\d,]*$/);
  }
});
