import { giveConsent } from "../give-consent.ts";
import { expect, test } from "../journey.ts";

test("operations shows what clusters are at, filters by the address, and takes back what is planned", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Operations" }).click();
  const table = page.getByRole("table", { name: "Operations" });
  await expect(table.getByRole("link", { name: "platform/ci" })).toBeVisible();

  await page.getByRole("combobox", { name: "Kind" }).selectOption("Scheduled for a window");
  await expect(page).toHaveURL(/kind=planned/);
  await expect(table.getByRole("link", { name: "platform/ci" })).toBeHidden();
  const planned = table.getByRole("row").filter({ hasText: "shop/loyalty" });
  await expect(planned.getByText("Rotate the SSH key pair")).toBeVisible();
  await planned.getByRole("button", { name: "Unschedule: Rotate the SSH key pair, loyalty" }).click();
  await giveConsent(page, /^Unschedule/, /^Unschedule/);
  await expect(planned).toBeHidden();

  await page.getByRole("combobox", { name: "Kind" }).selectOption("Started in this tab");
  await expect(table.getByText("Unschedule rotate-ssh-keypair")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Kind" })).toHaveValue("planned");
  await page.goto("/operations?kind=batch");
  await expect(page.getByRole("heading", { name: "No operation matches these filters" })).toBeVisible();
});
