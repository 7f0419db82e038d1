import { expect, type Page } from "@playwright/test";

/** The field with the last day of a version, such as `Kubernetes 1.33.12`, in the form of an own profile. */
export const lastDayOf = (page: Page, version: string) => page.getByLabel(`Last day of ${version} (UTC)`);

/** Chooses a Kubernetes version of the parent in the form, and sets an own end for it. */
export async function setOwnEnd(page: Page, version: string, day: string): Promise<void> {
  await page.getByLabel("Version", { exact: true }).selectOption(version);
  await page.getByRole("button", { name: "Set an own end" }).click();
  await lastDayOf(page, `Kubernetes ${version}`).fill(day);
}

/** Creates what the open form says. */
export async function createOwnProfile(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create cloud profile" }).click();
  await expect(page).toHaveURL(/\/projects\/\w+\/cloud-profiles$/);
}

/** Saves the profile in the open form. */
export async function saveOwnProfile(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Save…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save cloud profile" }).click();
  await expect(page.getByText(`${name} was changed`)).toBeVisible();
}

/** Deletes a profile of the open list. */
export async function deleteOwnProfile(page: Page, name: string): Promise<void> {
  const row = page.getByRole("row", { name: new RegExp(`^${name}`) });
  await row.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete cloud profile" }).click();
  await expect(row).toBeHidden();
}
