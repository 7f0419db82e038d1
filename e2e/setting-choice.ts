import type { Locator, Page } from "@playwright/test";

/** The button with which one value of a setting is chosen. */
export function settingChoice(page: Page, setting: string, value: string): Locator {
  return page.getByRole("group", { name: setting }).getByRole("button", { name: value, exact: true });
}
