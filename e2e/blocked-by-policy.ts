import type { Page } from "@playwright/test";

/** Collects what the content security policy blocks on a page, starting with its next load. */
export async function collectBlockedByPolicy(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.defineProperty(window, "seenViolations", { value: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return () => page.evaluate(() => [...(Reflect.get(window, "seenViolations") ?? [])].map(String));
}
