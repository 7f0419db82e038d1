import type { Page } from "@playwright/test";

/** Delays scripts that the page requests from now on; the returned function lets them load. */
export async function delayScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Prevents idle-time preloading of scripts; only cluster list rows are still rendered when the browser is idle. */
export async function withoutIdleLoading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = (run, { timeout = 0 } = {}) =>
      timeout > 1_000 ? 0 : window.setTimeout(run, timeout, { didTimeout: true, timeRemaining: () => 0 });
  });
}
