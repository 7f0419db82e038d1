import type { Locator, Page } from "@playwright/test";

/** Clicks, and waits until the garden has it: the page shows a choice before it is kept. */
export async function chooseAndWaitUntilStored(page: Page, choice: Locator): Promise<void> {
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/settings") && answer.request().method() === "POST" && answer.ok(),
  );
  await choice.click();
  await kept;
}

/** The button with which one value of a setting is chosen. */
export function settingChoice(page: Page, setting: string, value: string): Locator {
  return page.getByRole("group", { name: setting }).getByRole("button", { name: value, exact: true });
}
