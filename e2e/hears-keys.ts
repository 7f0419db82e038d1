import { expect, type Page } from "@playwright/test";

/**
 * Waits until the page handles keys. Server-rendered HTML is visible before its scripts run, and keys pressed until
 * then are lost. Only scripts show that the data is live, so that text is waited for.
 */
export async function waitForKeyHandlers(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
}
