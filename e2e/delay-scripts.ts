import type { Page } from "@playwright/test";

/** Holds back the scripts that are asked for from now on; what is returned lets them go. */
export async function delayScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Nothing is loaded before it is wanted: only what fills the lines of the grid, which waits for less, comes when the browser is idle. */
export async function withoutIdleLoading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = (run, { timeout = 0 } = {}) =>
      timeout > 1_000 ? 0 : window.setTimeout(run, timeout, { didTimeout: true, timeRemaining: () => 0 });
  });
}
