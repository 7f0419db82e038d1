import type { Page } from "@playwright/test";
import { effort } from "../effort.ts";
import { giveConsent } from "../give-consent.ts";
import { expect, expectAccessible, test } from "../journey.ts";

const pools = (page: Page) => page.getByRole("treegrid", { name: "Worker pools" });
const asked = (page: Page) => page.getByRole("list", { name: "Asked of nodes" });
const restartButtons = (page: Page) => page.getByRole("button", { name: /^Restart units on / });

test("pools show their nodes, as the cluster's own API has them", async ({ page, signIn }) => {
  await signIn("operator");
  const facts = page.getByRole("list", { name: "Facts" });
  await page.goto("/clusters/payments/ledger-eu");
  await expect(facts).toContainText(/pools?, \d+ to \d+ nodes/);
  await page.getByRole("link", { name: "Nodes", exact: true }).click();
  await expect(page.getByText(/^Read from the cluster as viewer/)).toBeVisible();
  await expect(facts).toContainText(/pools?, (\d+)\/\1 nodes/);
  await expect(restartButtons(page).first()).toBeVisible();
  await expect(
    pools(page)
      .getByText(/\d+ of \d+ ready/)
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
});

test("containerd is restarted on one node in few clicks, and the end claims no more than was seen", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters?q=ledger-eu");
  await effort(page, 16, { what: "restart containerd on one node", clicks: 6, phrases: 1, ticks: 2 }, async () => {
    await page
      .getByRole("gridcell", { name: /ledger-eu/ })
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("navigation", { name: "Pages of this cluster" }).getByRole("link", { name: "Nodes" }).click();
    await restartButtons(page).first().click();
    const dialog = page.getByRole("dialog", { name: /^Restart units on / });
    await dialog.getByRole("checkbox", { name: "containerd" }).click();
    await giveConsent(page, /^Restart units on /, /^Restart now$/);
  });
  const line = asked(page).getByRole("listitem").first();
  await expect(line).toContainText("restart of containerd.service");
  await passTime(60);
  await expect(line).toContainText("Annotation processed. Gardener does not report the outcome.");
});

test("a kubelet is restarted: processed, result not reported, and its own event as evidence", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  // The garden's clock stands still while the page's goes on: an event from before the request would be none of its own.
  await passTime(120);
  await page.goto("/clusters/payments/ledger-eu/nodes");
  await restartButtons(page).last().click();
  const dialog = page.getByRole("dialog", { name: /^Restart units on / });
  await expect(dialog.getByRole("button", { name: "Restart now" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "kubelet" }).click();
  await dialog.getByText("Exact request").click();
  await expect(
    dialog.getByText(/kubectl annotate node .* worker\.gardener\.cloud\/restart-systemd-services=kubelet/),
  ).toBeVisible();
  await expectAccessible(page);
  await giveConsent(page, /^Restart units on /, /^Restart now$/);
  await passTime(60);
  const line = asked(page).getByRole("listitem").first();
  await expect(line).toContainText("Annotation processed. Gardener does not report the outcome.");
  await expect(line.getByRole("list", { name: /^Events of / })).toContainText("Starting kubelet");
  await expectAccessible(page);
});

test("pools open and close by arrows, and what is chosen of them stands in the address", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-eu/nodes?pool=core");
  await expect(restartButtons(page).first()).toBeVisible();
  const rows = pools(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
  const pool = pools(page).getByRole("row", { name: "Pool core" });
  await expect(pool).toHaveAttribute("aria-expanded", "true");
  const open = await rows.count();
  expect(open).toBeGreaterThan(2);
  await pool.focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(pool).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(pool).toHaveAttribute("aria-expanded", "false");
  await expect(rows).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(rows).toHaveCount(open);

  await test.step("Tab goes through the row that was reached, and then leaves the grid", async () => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect(rows.nth(1).getByRole("checkbox")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(restartButtons(page).first()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(pools(page).locator(":focus")).toHaveCount(0);
  });

  const filters = page.getByRole("search", { name: "Pools and nodes" });
  await filters.getByRole("combobox", { name: "Ready" }).selectOption("Not ready");
  await expect(page).toHaveURL(/pool=core.*ready=no/);
  await expect(page.getByText("No pool or node matches the filter.")).toBeVisible();
  await expect(filters.getByRole("status")).toHaveText(/^0 of \d+ nodes$/);
  await expectAccessible(page);
  await page.goBack();
  await expect(rows).toHaveCount(open);
  await filters.getByRole("button", { name: "Show all" }).click();
  await expect(page).not.toHaveURL(/pool=/);
  await expect(pools(page).getByRole("row", { name: "Pool batch" })).toBeVisible();
});

test("a viewer sees the nodes, and why nothing can be asked of them", async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/clusters/shop/storefront-eu/nodes");
  const button = restartButtons(page).first();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/you cannot get an admin kubeconfig/);
});
