import { expect, type Locator, type Page } from "@playwright/test";
import { waitForKeyHandlers } from "./hears-keys.ts";

export async function openPalette(page: Page): Promise<void> {
  await waitForKeyHandlers(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Command or search" })).toBeFocused();
}

/** What Enter would open or run. */
export function chosenInPalette(page: Page): Locator {
  return page.getByRole("dialog", { name: "Command palette" }).locator("[role=option][aria-selected=true]");
}

/** Types into the palette, and presses Enter once this is what it offers first. */
export async function goByPalette(page: Page, typed: string, first: RegExp): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(typed);
  await expect(chosenInPalette(page)).toHaveText(first);
  await page.keyboard.press("Enter");
}
