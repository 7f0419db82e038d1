import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";

const table = (page: Page) => page.getByRole("table", { name: /side by side$/ });
const line = (page: Page, label: string | RegExp) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: label }) });
const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });

test("selected clusters are compared, for a colleague too, who is told what is gone or closed", async ({
  page,
  signIn,
  colleague,
}) => {
  await signIn("operator");
  await page.goto("/clusters?project=payments");
  const box = (name: string) => grid(page).getByRole("checkbox", { name: `Select payments/${name}` });
  await box("ledger-us").check();
  const bar = page.getByRole("region", { name: "Selected clusters" });
  const compare = bar.getByRole("button", { name: "Compare" });
  await expect(compare).toHaveAttribute("aria-disabled", "true");
  await box("ledger-eu").check();
  await compare.click();
  await expect(page).toHaveURL(/\/compare\?c=payments\/ledger-(eu|us)&c=payments\/ledger-(eu|us)$/);
  await expect(line(page, /^Differs: Seed$/).getByRole("cell")).toHaveCount(2);
  await expect(line(page, /^Equal: /)).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Only differences" }).click();
  await expect(page).toHaveURL(/&all=1$/);
  await expect(line(page, /^Equal: Provider$/)).toBeVisible();

  const other = await colleague("owner-commerce");
  await other.goto(page.url());
  await expect(line(other, /^Equal: Provider$/)).toBeVisible();
  await expect(table(other).getByRole("columnheader")).toHaveText(
    await table(page).getByRole("columnheader").allTextContents(),
  );
  await other.goto("/compare?c=payments/ledger-us&c=research/nope&c=payments/ledger-eu&c=..");
  await expect(other.getByText("research/nope is not compared")).toBeVisible();
  await expect(other.getByText(/does not exist, or you are not a member of the project research/)).toBeVisible();
  await expect(other.getByText("“..” is not a cluster: write project/name.")).toBeVisible();
  await expectAccessibleAtEveryWidth(other);
});

test("one that is looked for is compared, and up to four stand there", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Compare with…" }).click();
  await expect(page).toHaveURL(/\/compare\?c=payments\/ledger-us$/);
  await expect(page.getByRole("heading", { name: "One more is needed" })).toBeVisible();
  const adder = page.getByRole("button", { name: "Compare with…" });
  for (const name of ["storefront-eu", "storefront-us", "storefront-apac"]) {
    await adder.click();
    const search = page.getByRole("combobox", { name: "Search clusters" });
    await expect(search).toBeFocused();
    await search.fill(name);
    await expect(page.getByRole("option", { name: new RegExp(`^${name}`) })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`c=shop/${name}$`));
    await expect(adder).toBeFocused();
  }
  await expect(adder).toHaveAttribute("aria-disabled", "true");
  await expect(table(page).getByRole("columnheader")).toHaveCount(5);
  await expectAccessibleAtEveryWidth(page, async (width) => {
    if (width > 640) return;
    // On a phone, only one cluster is shown beside the first one, and the user can choose which.
    await expect(table(page).getByRole("columnheader")).toHaveCount(3);
    await page
      .getByRole("group", { name: "Beside payments/ledger-us" })
      .getByRole("button", { name: "storefront-apac" })
      .click();
    await expect(table(page).getByRole("columnheader", { name: /storefront-apac/ })).toBeVisible();
    await expect(table(page).getByRole("columnheader", { name: /storefront-eu/ })).toBeHidden();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Remove shop/storefront-us" }).click();
  await expect(table(page).getByRole("columnheader")).toHaveCount(4);
});

test("after a change of one's own the cluster is compared with what it was before", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Hibernate…/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("table", { name: "Changed fields, now and after" })).toBeVisible();
  await dialog.getByRole("textbox").fill("ledger-us");
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await dialog.getByRole("button", { name: /Hibernate/ }).click();
  await page.getByRole("region", { name: "Your request" }).getByRole("link", { name: "Compare with before" }).click();
  await expect(page).toHaveURL(/\/compare\?c=payments\/ledger-us@\d+-[0-9a-f]{8}&c=payments\/ledger-us$/);
  const asked = line(page, /^Differs: Hibernation asked for$/).getByRole("cell");
  await expect(asked.first()).toHaveText("no");
  await expect(asked.last()).toContainText("yes");
  await page.goto("/clusters/payments/ledger-us/activity");
  await expect(page.getByText("This tab has not kept the state before it.")).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^This tab has not seen payments\/ledger-us@\d+-[0-9a-f]{8}\./)).toBeVisible();
});
