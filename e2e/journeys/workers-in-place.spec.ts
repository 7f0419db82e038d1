import { giveConsent } from "../give-consent.ts";
import { expect, expectAccessible, test } from "../journey.ts";

test("a pool that is updated by hand is updated node by node, to its last one", async ({ page, passTime, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/logistics/hall-control/nodes?pool=plc");
  const table = page.getByRole("treegrid", { name: "Worker pools" });
  const headers = table.getByRole("rowheader").locator("[translate=no]").filter({ hasText: "-plc-" });
  await expect(page.getByText("An update in place waits until you select its nodes.").first()).toBeVisible();
  await expectAccessible(page);
  await expect(headers.first()).toBeVisible();
  const names = await headers.allTextContents();
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) {
    const row = table.getByRole("row").filter({ hasText: name });
    await row.getByRole("button", { name: `Select ${name} for the update` }).click();
    await giveConsent(page, /^Select .* for the update\?$/, /^Select now$/);
    await passTime(60);
    await expect(row.getByText("waits for its update")).toBeHidden();
    const asked = page.getByRole("list", { name: "Asked of nodes" }).getByRole("listitem").filter({ hasText: name });
    await expect(asked.getByText(/No update is pending any more/)).toBeVisible();
  }
  await expect(headers).toHaveText(names);
});
