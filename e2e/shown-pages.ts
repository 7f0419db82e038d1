import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Whose pages stand for those of every cluster. */
export const shownCluster = "/clusters/payments/acquiring";

/** An address of a page, with something of the demo garden for each part in brackets. */
export function demoAddressOf(path: string): string {
  return path.replace("/clusters/[project]/[name]", shownCluster).replace(/\[\w+\]/, "gardenlinux");
}

/** The page says what it is about, or what has been opened above it is there, and nothing is still being loaded. */
export async function expectLoaded(page: Page, shown: Locator = titleOf(page)): Promise<void> {
  await expect(shown).toBeVisible();
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}

function titleOf(page: Page): Locator {
  return page.getByRole("heading", { level: 1 }).first();
}
