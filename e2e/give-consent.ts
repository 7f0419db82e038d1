import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Consents to the act whose preview is open: ticks every consequence and types the phrase, where they are asked for,
 * then presses the button that sends it, which stays disabled where the garden's dry run refuses.
 */
export async function giveConsent(page: Page, title: RegExp, button: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title }).or(page.getByRole("alertdialog", { name: title }));
  await sendWhatIsShown(dialog, button);
}

/** What is shown may be another by the next step: then it is looked at again, and no step waits for what is gone. */
const step = { timeout: 5_000 };

/** Agrees to what an open preview shows now, and sends it, until the dialog is closed. */
export async function sendWhatIsShown(dialog: Locator, button: RegExp): Promise<void> {
  const send = dialog.getByRole("button", { name: button });
  const consent = dialog.getByRole("region", { name: "Your consent" });
  // Whoever consents while the cluster is at work looks at what has changed meanwhile, and says so.
  const looked = dialog.getByRole("button", { name: "I have looked" });
  await expect(dialog.getByText("Exact request")).toBeVisible();
  await expect(async () => {
    if (await dialog.isHidden()) return;
    if (await looked.isVisible()) await looked.click(step);
    // What has changed and was read again has to be agreed to again.
    if (await consent.isVisible()) await fill(consent);
    await expect(send).toBeEnabled(step);
    await send.click(step);
    // Gardener may write between the look and the request: then the conflict is told, and there is more to look at.
    await expect(dialog).toBeHidden(step);
  }).toPass();
}

async function fill(consent: Locator): Promise<void> {
  for (const tick of await consent.getByRole("checkbox").all()) await tick.check(step);
  const typed = consent.getByRole("textbox");
  if ((await typed.count()) === 0) return;
  await typed.fill((await consent.locator("code").textContent(step))?.trim() ?? "", step);
}
