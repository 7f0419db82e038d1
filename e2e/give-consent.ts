import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Consents to the act whose preview is open: ticks every consequence and types the phrase, where they are asked for,
 * then presses the button that sends it. The preview must say that the garden's dry run accepted.
 */
export async function giveConsent(page: Page, title: RegExp, button: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title }).or(page.getByRole("alertdialog", { name: title }));
  await expect(dialog).toBeVisible();
  const send = dialog.getByRole("button", { name: button });
  await expect(send).toBeVisible();
  await expect(dialog.getByText("Exact request")).toBeVisible();
  const consent = dialog.getByRole("region", { name: "Your consent" });
  if (await consent.isVisible()) await fill(consent);
  await expect(send).toBeEnabled();
  await send.click();
  await expect(dialog).toBeHidden({ timeout: 20_000 });
}

async function fill(consent: Locator): Promise<void> {
  for (const tick of await consent.getByRole("checkbox").all()) await tick.click();
  const typed = consent.getByRole("textbox");
  if ((await typed.count()) === 0) return;
  await typed.fill((await consent.locator("code").textContent())?.trim() ?? "");
}
