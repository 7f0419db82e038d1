import { expect, type Page } from "@playwright/test";

/** The button of a cluster's menu: it gets the focus back from whatever was opened there. */
export function moreActions(page: Page) {
  return page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "More actions" });
}

/** Opens the menu of the cluster on screen and chooses an act. */
export async function chooseAct(page: Page, name: RegExp): Promise<void> {
  await moreActions(page).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Presses the key of the cluster's menu, and waits until the menu hears the next one. */
export async function openActsByKey(page: Page): Promise<void> {
  await page.keyboard.press("a");
  const menu = page.getByRole("menu");
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Opens the menu of a line of the list. */
export async function openRowMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions of ${name}` }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}
