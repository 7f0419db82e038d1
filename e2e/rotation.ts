import { expect, type Locator, type Page } from "@playwright/test";

export function rotation(page: Page): Locator {
  return page.getByRole("region", { name: "Rotation, step by step" });
}

/** The step of the rotation that is under way. */
export function currentStep(page: Page): Locator {
  return page.getByRole("list", { name: "Steps of the rotation" }).locator("[aria-current=step]");
}

/** From the list of clusters to the credentials of this one. */
export async function openCredentials(page: Page, name: string): Promise<void> {
  await page
    .getByRole("gridcell", { name: new RegExp(name) })
    .getByRole("link")
    .first()
    .click();
  await page
    .getByRole("navigation", { name: "Pages of this cluster" })
    .getByRole("link", { name: "Credentials" })
    .click();
}

/** Ticks what is open, one item after the other. */
export async function finishChecklist(page: Page): Promise<void> {
  const list = page.getByRole("list", { name: "Checklist" });
  await expect(list).toBeVisible();
  const count = await list.getByRole("checkbox").count();
  for (let index = 0; index < count; index += 1) {
    const box = list.getByRole("checkbox").nth(index);
    await box.click();
    await expect(box).toBeChecked();
  }
}
