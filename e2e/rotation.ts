import type { Locator, Page } from "@playwright/test";

export function rotationRegion(page: Page): Locator {
  return page.getByRole("region", { name: "Rotation, step by step" });
}

/** The current step of the credential rotation. */
export function currentRotationStep(page: Page): Locator {
  return page.getByRole("list", { name: "Steps of the rotation" }).locator("[aria-current=step]");
}

/** Opens the credentials page of a cluster, starting from the cluster list. */
export async function openCredentialsPage(page: Page, name: string): Promise<void> {
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

/** Marks all open items of the rotation checklist as not applicable, with one common reason. */
export async function completeRotationChecklist(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Mark the \d+ open items as not applicable to us$/ }).click();
}
