import type { Page } from "@playwright/test";
import { measureEffort } from "../effort.ts";
import { giveConsent } from "../give-consent.ts";
import { expect, expectAccessible, test } from "../journey.ts";

const pools = (page: Page) => page.getByRole("treegrid", { name: "Worker pools" });
const asked = (page: Page) => page.getByRole("list", { name: "Asked of nodes" });
const restartButtons = (page: Page) => page.getByRole("button", { name: /^Restart units on / });

test("pools show their nodes, and containerd is restarted on one in few clicks, with its events and no claim but what was seen", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  // The garden's clock stands still but the page's does not, so an event before the request would not count.
  await passTime(120);
  await page.goto("/clusters?q=ledger-eu");
  const facts = page.getByRole("list", { name: "Facts" });
  await measureEffort(
    page,
    29,
    { what: "restart containerd on one node", clicks: 6, phrases: 1, ticks: 2 },
    async () => {
      await page
        .getByRole("gridcell", { name: /ledger-eu/ })
        .getByRole("link")
        .first()
        .click();
      await expect(facts).toContainText(/pools?, \d+ to \d+ nodes/);
      await page
        .getByRole("navigation", { name: "Pages of this cluster" })
        .getByRole("link", { name: "Nodes" })
        .click();
      await expect(page.getByText(/^Read from the cluster as viewer/)).toBeVisible();
      await expect(facts).toContainText(/pools?, (\d+)\/\1 nodes/);
      await restartButtons(page).first().click();
      const dialog = page.getByRole("dialog", { name: /^Restart units on / });
      await expect(dialog.getByRole("button", { name: "Restart now" })).toBeDisabled();
      await dialog.getByRole("checkbox", { name: "containerd" }).click();
      await expectAccessible(page);
      await giveConsent(page, /^Restart units on /, /^Restart now$/);
    },
  );
  const line = asked(page).getByRole("listitem").first();
  await expect(line).toContainText("restart of containerd.service");
  await passTime(60);
  await expect(line).toContainText("Annotation processed. Gardener does not report the outcome.");
  await expect(line.getByRole("list", { name: /^Events of / })).toContainText("containerd.service");
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
});

test("a pool gets one more node from its row with few clicks, and what the API server would refuse is said beside its field", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-eu/nodes?pool=core");
  const pool = pools(page).getByRole("row", { name: "Pool core" });
  const wanted = pool.getByText(/^wanted: /);
  await expect(wanted).toBeVisible();
  const [, least = "", most = ""] = /^wanted: (\d+)(?: to (\d+))?$/.exec((await wanted.textContent()) ?? "") ?? [];
  const open = pool.getByRole("button", { name: "Size…: core" });
  const form = page.getByRole("dialog", { name: "Size of pool core" });

  await open.click();
  await form.getByRole("spinbutton", { name: "Minimum" }).fill(String(Number(most || least) + 2));
  await expect(form.getByRole("spinbutton", { name: "Maximum" })).toHaveValue(String(Number(most || least) + 2));
  await form.getByRole("spinbutton", { name: "Maximum" }).fill("");
  await expect(form).toContainText("A whole number is needed.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();

  await measureEffort(page, 33, { what: "one more node in a pool", clicks: 4, phrases: 1, ticks: 2 }, async () => {
    await open.click();
    await form.getByRole("button", { name: "Maximum: one more" }).click();
    await form.getByRole("button", { name: "Preview the change…" }).click();
    await expect(page.getByText("Perhaps added or removed in 1 pool")).toBeVisible();
    await giveConsent(page, /^Change the size of pool core/, /^Change now$/);
  });
  await passTime(120);
  await expect(wanted).toHaveText(`wanted: ${least} to ${Number(most || least) + 1}`);
});
