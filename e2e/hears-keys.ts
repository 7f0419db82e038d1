import { expect, type Page } from "@playwright/test";

/**
 * Waits until the page hears keys. What the server has drawn is on screen before its scripts run, and a key that is
 * pressed until then is lost: only scripts can say that the data is live.
 */
export async function untilItHearsKeys(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
}
