import { expect, type Locator, type Page } from "@playwright/test";

const dialog = (page: Page) => page.getByRole("dialog");

/** The table of a project's accounts. */
export const accountTable = (page: Page) => page.getByRole("table", { name: "Accounts", exact: true });

/** The row of the account with this name. */
export const accountRow = (table: Locator, name: string) =>
  table.getByRole("row").filter({ has: table.page().getByRole("rowheader", { name, exact: true }) });

/** Fills in the fields of the open dialog, by their labels. */
export async function fillInAccount(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await dialog(page).getByLabel(key).and(dialog(page).locator("input, textarea")).fill(value);
  }
}

interface NewAccount {
  readonly provider: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  /** Called when everything is filled in and nothing is sent yet. */
  readonly beforeSending?: () => Promise<void>;
}

/** Creates an account on the open page of a project's accounts. */
export async function createAccount(page: Page, { provider, name, values, beforeSending }: NewAccount): Promise<void> {
  await page.getByRole("button", { name: "New account" }).click();
  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption(provider);
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await fillInAccount(page, values);
  await beforeSending?.();
  await dialog(page).getByRole("button", { name: "Create account" }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Puts other values into an account, and waits until the page says so. */
export async function updateAccount(page: Page, { name, values }: Pick<NewAccount, "name" | "values">): Promise<void> {
  await accountRow(accountTable(page), name)
    .getByRole("button", { name: /^Update…/ })
    .click();
  await fillInAccount(page, values);
  await dialog(page).getByRole("button", { name: "Update account" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText(`The account ${name} was updated`)).toBeVisible();
}

/** Deletes an account, and waits until the page says that the garden does. */
export async function deleteAccount(page: Page, name: string): Promise<void> {
  await accountRow(accountTable(page), name)
    .getByRole("button", { name: /^Delete…/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(`The garden deletes the account ${name}`)).toBeVisible();
}

/** Creates a WorkloadIdentity for AWS with the account of its name. @returns the card of the identities */
export async function createIdentity(
  page: Page,
  { name, roleArn, audience }: { readonly name: string; readonly roleArn: string; readonly audience: string },
): Promise<Locator> {
  await page.getByRole("button", { name: "New workload identity" }).click();
  await fillInAccount(page, { Name: name, roleARN: roleArn, Audience: audience });
  await dialog(page).getByRole("button", { name: "Create workload identity" }).click();
  await expect(dialog(page)).toBeHidden();
  return page.getByRole("region", { name: "Workload identities" });
}
