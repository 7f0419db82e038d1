import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Confirms the action whose preview is open: ticks all consequences, types the phrase if required, and presses the
 * confirmation button, which is disabled if the garden's dry run fails.
 */
export async function giveConsent(page: Page, title: RegExp, button: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title }).or(page.getByRole("alertdialog", { name: title }));
  await confirmShownPreview(dialog, button);
}

/** The dialog can change between two steps. Timeouts are therefore short, and the current dialog is read again. */
const step = { timeout: 5_000 };

/** Confirms and sends what the open preview currently shows, until the dialog is closed. */
export async function confirmShownPreview(dialog: Locator, button: RegExp): Promise<void> {
  const send = dialog.getByRole("button", { name: button });
  const consent = dialog.getByRole("region", { name: "Your consent" });
  // The cluster has changed while the dialog was open, so the change has to be acknowledged.
  const looked = dialog.getByRole("button", { name: "I have looked" });
  await expect(dialog.getByText("Exact request")).toBeVisible();
  await expect(async () => {
    if (await dialog.isHidden()) return;
    if (await looked.isVisible()) await looked.click(step);
    // Changed consequences have to be confirmed again.
    if (await consent.isVisible()) await fill(consent);
    await expect(send).toBeEnabled(step);
    await send.click(step);
    // If Gardener writes between preview and request, the dialog shows the conflict and a new preview.
    await expect(dialog).toBeHidden(step);
  }).toPass();
}

async function fill(consent: Locator): Promise<void> {
  for (const tick of await consent.getByRole("checkbox").all()) await tick.check(step);
  const typed = consent.getByRole("textbox");
  if ((await typed.count()) === 0) return;
  await typed.fill((await consent.locator("code").textContent(step))?.trim() ?? "", step);
}
