import { test as base, expect } from "#e2e/journey.ts";
import { signInWithToken } from "#e2e/our-request.ts";
import { createGardenAccess, type GardenAccess } from "../garden-access.ts";
import { readBrowserTestTarget } from "./browser-test-target.ts";

interface RealGardenJourney {
  /** Access to the garden with all permissions. */
  readonly admin: GardenAccess;
}

/** Fixture as for other browser tests, for an Almanac with Gardener's own servers; users sign in with tokens. */
export const test = base.extend<RealGardenJourney>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  baseURL: ({}, use) => use(readBrowserTestTarget().origin),
  clock: "machine",
  signIn: ({ page }, use) =>
    use(async (identity, target = page) => {
      const { origin, tokens } = readBrowserTestTarget();
      await signInWithToken(target, origin, tokens[identity] ?? "");
    }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  admin: async ({}, use) => {
    const place = readBrowserTestTarget();
    const admin = createGardenAccess(place, place.adminToken);
    await use(admin);
    admin.close();
  },
});

export { expect };
