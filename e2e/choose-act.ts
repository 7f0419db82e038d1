import { expect, type Page } from "@playwright/test";

/** The button that opens a cluster's menu of actions. It gets the focus back when a dialog of the menu is closed. */
export function moreActionsButton(page: Page) {
  return page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "More actions" });
}

/** Opens the actions menu of the shown cluster and chooses an action. */
export async function chooseClusterAction(page: Page, name: RegExp): Promise<void> {
  await moreActionsButton(page).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Opens the actions menu by keyboard and waits until the menu handles further keys. */
export async function openActionsMenuByKey(page: Page): Promise<void> {
  await page.keyboard.press("a");
  const menu = page.getByRole("menu");
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Opens the menu of a row in the cluster list. */
export async function openRowMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions of ${name}` }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}
