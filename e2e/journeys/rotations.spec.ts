import type { Page } from "@playwright/test";
import { measureEffort } from "../effort.ts";
import { expect, expectAccessible, test } from "../journey.ts";

const table = (page: Page) => page.getByRole("table", { name: "Rotations" });
const marks = (page: Page) => page.getByRole("checkbox", { name: /^Select .* of [a-z]+\// });
const bar = (page: Page) => page.getByRole("region", { name: "Selected rotations" });

test("rotations half finished for over 14 days are one click away, and only a finished checklist lets them be completed", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  const link = page.getByRole("link", { name: /half finished for over 14 days$/ });
  await expect(link).toBeVisible();
  const count = Number((await link.textContent())?.match(/^\d+/)?.[0]);
  expect(count).toBeGreaterThan(0);
  await measureEffort(page, 28, { what: "find half-finished rotations older than 14 days", clicks: 1 }, async () => {
    await link.click();
    await expect(table(page)).toBeVisible();
  });
  expect(new URL(page.url()).searchParams.get("rotAge")).toBe("waiting:>14d");
  const rows = table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
  await expect(rows).toHaveCount(count);
  for (const row of await rows.all()) await expect(row.getByRole("cell", { name: /^(You|\w+ team)$/ })).toBeVisible();

  const ready = table(page).getByRole("row").filter({ hasText: "Update clients" }).first();
  await expect(ready.getByText(/^\d+\/\d+/)).toBeVisible();
  await ready.getByRole("checkbox").click();
  await bar(page).getByRole("button", { name: "Complete those that are finished…" }).click();
  await expect(bar(page).getByText("1 left out of the completion")).toBeVisible();
  await expect(bar(page).getByText(/its checklist is not finished, \d+ of \d+/)).toBeVisible();
  await expect(bar(page).getByRole("alert").filter({ hasText: "None of the selected" })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/rotations?project=payments");
  await expect(table(page)).toBeVisible();
  const clusters = await table(page).getByRole("rowheader").getByRole("link").allTextContents();
  expect(clusters.every((name) => name.startsWith("payments/"))).toBe(true);
  await page.getByRole("navigation", { name: "Rotations by state" }).getByRole("link", { name: "Under way" }).click();
  await expect(page, "filters live in the address").toHaveURL(/project=payments.*rot=-none/);
});

test("ten clusters are rotated in one run, to their observed end", { tag: "@all" }, async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  // Cluster docs is excluded because its gardenlet is silent, and testing clusters because they have no observability.
  await page.goto("/rotations?status=healthy&op=Succeeded&hib=0&purpose=-testing&due=1&q=-docs+-storefront");
  await expect(marks(page).nth(9)).toBeVisible();
  for (let index = 0; index < 10; index += 1) await marks(page).nth(index).click();
  await expect(bar(page).getByRole("status")).toHaveText("10 clusters selected");
  await bar(page).getByRole("combobox", { name: "Rotate" }).selectOption("Observability passwords");
  await bar(page).getByRole("button", { name: "Start rotation…" }).click();
  await expect(page.getByText("10 eligible, 0 excluded.")).toBeVisible();
  for (const tick of await page.getByRole("main").getByRole("checkbox").all()) await tick.click();
  await page.getByRole("textbox", { name: "Type rotate 10 clusters to confirm" }).fill("rotate 10 clusters");
  await page.getByRole("button", { name: "Rotate 10 clusters" }).click();
  await passTimeUntil(page.getByText("10 of 10 succeeded"));
});
