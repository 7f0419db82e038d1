import { expect, type Locator } from "@playwright/test";

/**
 * Presses Enter on a button as soon as the button is enabled. Playwright waits for that before a click, but not before
 * a key press, and a key pressed on a disabled button is lost.
 */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press("Enter");
}
