import { expect, type Locator } from "@playwright/test";

/**
 * Presses Enter on a button as soon as it can be used. Playwright waits for that before a click, but not before a key:
 * a key that comes while the button still reads what it acts on is lost.
 */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press("Enter");
}
