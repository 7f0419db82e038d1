import { chooseClusterAction } from "../choose-act.ts";
import { expect, halfFlowSeconds, test } from "../journey.ts";

test("an owner signs in, finds a cluster by typing, reconciles it and watches it succeed in two tabs without a reload", async ({
  page,
  context,
  passTime,
}) => {
  await page.goto("/clusters");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByRole("button", { name: /^Ravi Menon/ }).click();

  await expect(page.getByRole("heading", { name: "Clusters", level: 1 })).toBeVisible();
  // Keys have no effect before the list is shown.
  await expect(page.getByText(/^Showing /)).toBeVisible();
  await page.keyboard.press("/");
  // Types slowly, so that the URL is updated between the letters.
  await page.keyboard.type("ledger-eu", { delay: 260 });
  await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
  await expect(page).toHaveURL(/q=ledger-eu/);
  await page.getByRole("link", { name: "ledger-eu" }).click();
  await expect(page.getByRole("heading", { name: "ledger-eu", level: 1 })).toBeVisible();
  const loadedAt = await page.evaluate(() => performance.timeOrigin);
  const other = await context.newPage();
  await other.goto("/clusters?q=ledger-eu");
  const row = other.getByRole("row", { name: /ledger-eu/ });
  await expect(row).toBeVisible();

  await chooseClusterAction(page, /^Reconcile/);
  await page
    .getByRole("dialog", { name: "Reconcile payments/ledger-eu?" })
    .getByRole("button", { name: "Reconcile now" })
    .click();

  const operation = page.getByRole("region", { name: "Last operation" });
  await expect(page.getByRole("region", { name: "Your request" }).getByRole("status")).toHaveText(
    /^Reconcile: (Requested|Accepted)$/,
  );
  await passTime(halfFlowSeconds);
  await expect(operation.getByRole("progressbar")).toBeVisible();
  await expect(row.getByText(/Reconcile \d+ %/)).toBeVisible();
  await passTime(60);
  const timeLine = page.getByRole("region", { name: "Time line" });
  await expect(timeLine.getByText("Last operation: Reconcile, Succeeded")).toBeVisible();
  await expect(operation, "it is told once").toHaveCount(0);
  await expect(row.getByText(/Reconcile succeeded/)).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin), "the page was never loaded again").toBe(loadedAt);
});
