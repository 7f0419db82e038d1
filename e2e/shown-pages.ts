import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Whose pages stand for those of every cluster. */
export const shownCluster = "/clusters/payments/acquiring";

/** An address of a page, with something of the demo garden for each part in brackets. */
export function addressOf(path: string): string {
  return path.replace("/clusters/[project]/[name]", shownCluster).replace(/\[\w+\]/, "gardenlinux");
}

/** The page says what it is about, and nothing on it is still being loaded. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}
