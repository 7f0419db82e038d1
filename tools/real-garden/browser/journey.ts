import { test as base, expect } from "#e2e/journey.ts";
import { signInWith } from "#e2e/our-request.ts";
import { accessTo, type GardenAccess } from "../garden-access.ts";
import { readBrowserTestTarget } from "./browser-test-target.ts";

interface RealGardenJourney {
  /** The garden itself, with every right there is. */
  readonly admin: GardenAccess;
}

/** A journey as all others, and as strict, in front of Gardener's own servers: people sign in with their tokens. */
export const test = base.extend<RealGardenJourney>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  baseURL: ({}, use) => use(readBrowserTestTarget().origin),
  clock: "machine",
  signIn: ({ page }, use) =>
    use(async (identity, target = page) => {
      const { origin, tokens } = readBrowserTestTarget();
      await signInWith(target, origin, tokens[identity] ?? "");
    }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  admin: async ({}, use) => {
    const place = readBrowserTestTarget();
    const admin = accessTo(place, place.adminToken);
    await use(admin);
    admin.close();
  },
});

export { expect };
