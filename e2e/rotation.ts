import type { Locator, Page } from "@playwright/test";

export function rotationRegion(page: Page): Locator {
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

/** Gives all that is open one reason: nothing of it concerns this cluster. */
export async function finishChecklist(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Mark the \d+ open items as not applicable to us$/ }).click();
}
