import type { Locator, Page } from "@playwright/test";

/** Clicks a setting and waits until it is stored in the garden; the page shows the choice before. */
export async function chooseAndWaitUntilStored(page: Page, choice: Locator): Promise<void> {
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/settings") && answer.request().method() === "POST" && answer.ok(),
  );
  await choice.click();
  await kept;
}

/** The button for one value of a setting. */
export function settingChoice(page: Page, setting: string, value: string): Locator {
  return page.getByRole("group", { name: setting }).getByRole("button", { name: value, exact: true });
}
