import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** The cluster whose pages represent those of all clusters. */
export const shownClusterPath = "/clusters/payments/acquiring";
/** The project whose pages represent those of all projects: it has own profiles, quotas and several accounts. */
const shownProjectPath = "/projects/ml";
/** The Seed whose page represents those of all Seeds: a roll-out of its gardenlet is under way. */
const shownSeedPath = "/seeds/aws-eu1";

/** Replaces each parameter in brackets of a route by a name from the demo garden. */
export function demoAddressOf(path: string): string {
  return path
    .replace("/clusters/[project]/[name]", shownClusterPath)
    .replace("/projects/[project]", shownProjectPath)
    .replace("/seeds/[seed]", shownSeedPath)
    .replace(/\[\w+\]/, "gardenlinux");
}

/** Waits until the page shows its title, or the given element, and no loading indicator. */
export async function expectPageLoaded(page: Page, shown: Locator = titleOf(page)): Promise<void> {
  await expect(shown).toBeVisible();
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}

function titleOf(page: Page): Locator {
  return page.getByRole("heading", { level: 1 }).first();
}
