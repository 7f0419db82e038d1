import { chooseAct } from "../choose-act.ts";
import { expect, halfWay, test } from "../journey.ts";

test("an owner signs in, finds a cluster by typing, reconciles it and watches it succeed without a reload", async ({
  page,
  passTime,
}) => {
  await page.goto("/clusters");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByRole("button", { name: /^Ravi Menon/ }).click();

  await expect(page.getByRole("heading", { name: "Clusters", level: 1 })).toBeVisible();
  // Until the list is there, nobody listens to keys.
  await expect(page.getByText(/^Showing /)).toBeVisible();
  await page.keyboard.press("/");
  // So slowly that the address follows between the letters.
  await page.keyboard.type("ledger-eu", { delay: 260 });
  await expect(page.getByText(/^Showing 1 of /)).toBeVisible();
  await expect(page).toHaveURL(/q=ledger-eu/);
  await page.getByRole("link", { name: "ledger-eu" }).click();
  await expect(page.getByRole("heading", { name: "ledger-eu", level: 1 })).toBeVisible();
  const loadedAt = await page.evaluate(() => performance.timeOrigin);

  await chooseAct(page, /^Reconcile/);
  await page
    .getByRole("dialog", { name: "Reconcile payments/ledger-eu?" })
    .getByRole("button", { name: "Reconcile now" })
    .click();

  const operation = page.getByRole("region", { name: "Last operation" });
  await expect(page.getByRole("region", { name: "Your request" }).getByRole("status")).toHaveText(
    /^Reconcile: (Requested|Accepted)$/,
  );
  await passTime(halfWay);
  await expect(operation.getByRole("progressbar")).toBeVisible();
  await passTime(60);
  await expect(operation.getByText("Reconcile succeeded")).toBeVisible();
  await expect(operation.getByRole("progressbar")).toBeHidden();
  expect(await page.evaluate(() => performance.timeOrigin), "the page was never loaded again").toBe(loadedAt);
});

test("two tabs tell the same", async ({ page, context, passTime, signIn }) => {
  await signIn("owner-commerce");
  const other = await context.newPage();
  await page.goto("/clusters/payments/ledger-us");
  await other.goto("/clusters?q=ledger-us");
  const row = other.getByRole("row", { name: /ledger-us/ });
  await expect(row.getByText(/Reconcile succeeded/)).toBeVisible();

  await chooseAct(page, /^Reconcile/);
  await page.getByRole("dialog").getByRole("button", { name: "Reconcile now" }).click();

  const operation = page.getByRole("region", { name: "Last operation" });
  await expect(page.getByRole("region", { name: "Your request" }).getByRole("status")).toHaveText(
    /^Reconcile: (Requested|Accepted)$/,
  );
  await passTime(halfWay);
  await expect(row.getByText(/Reconcile \d+ %/)).toBeVisible();
  await expect(operation.getByRole("progressbar")).toBeVisible();
  await passTime(60);
  await expect(row.getByText(/Reconcile succeeded/)).toBeVisible();
  await expect(operation.getByText("Reconcile succeeded")).toBeVisible();
});

test("Retry is offered on a failed cluster right in the list, and fails again while its cause stays", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters?q=fraud-scoring");
  const row = page.getByRole("row", { name: /fraud-scoring/ });
  await row.getByRole("button", { name: /^Retry/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Retry now" }).click();
  await expect(row.getByText(/Requested|Accepted/)).toBeVisible();
  await passTime(halfWay);
  await expect(row.getByText(/Reconcile \d+ %/)).toBeVisible();
  await passTime(60);
  await expect(row.getByText(/Reconcile failed/)).toBeVisible();
});
