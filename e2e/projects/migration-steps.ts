import { expect, type Page } from "@playwright/test";
import { chooseClusterAction } from "../choose-act.ts";
import { confirmShownPreview } from "../give-consent.ts";

/** Moves the cluster of the open page, such as `payments/ledger-us`, to a CredentialsBinding. */
export async function moveToCredentialsBinding(page: Page, cluster: string): Promise<void> {
  await chooseClusterAction(page, /^Move to a CredentialsBinding/);
  const dialog = page.getByRole("dialog", { name: `Move ${cluster} to a CredentialsBinding?` });
  await expect(dialog.getByText("no node is touched")).toBeVisible();
  await confirmShownPreview(dialog, /^Move now$/);
}
