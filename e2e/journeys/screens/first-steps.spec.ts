import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { ours } from "../../our-request.ts";
import { clickAndKeep } from "../../setting-choice.ts";

test("first steps are done by doing, are put away for good, and come back from the help", async ({
  page,
  signIn,
  colleague,
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
  expect((await page.request.post("/api/feeds", { data: feed, headers: ours })).ok()).toBe(true);
  await page.goto("/");
  await expect(done).toHaveText("4 of 5 done");
  await expect(card.getByRole("listitem").filter({ hasText: "calendar" })).toContainText("(done)");

  await clickAndKeep(page, card.getByRole("button", { name: "Hide first steps" }));
  await expect(card).toBeHidden();
  const device = await colleague("owner-commerce");
  await device.goto("/");
  await expect(device.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(device.getByRole("region", { name: "First steps" })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "First steps" }).click();
  await expect(done).toHaveText("4 of 5 done");
});

test("whoever sees no cluster is told who can change that, and what there is meanwhile", async ({ page, signIn }) => {
  await signIn("stranger");
  await page.goto("/");
  await expect(page.getByText("Ask the owner of a project to add you.")).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
  await page.getByRole("link", { name: "Look up words" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Glossary" })).toBeVisible();
});
