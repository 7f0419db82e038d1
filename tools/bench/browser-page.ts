import { type Browser, chromium, type Page } from "@playwright/test";
import { chromiumArgs, findChromium } from "#e2e/find-chromium.ts";

/** So many times slower than this machine the browser's processor is made to be. */
const slowdown = Number(process.env.INTERACTION_SLOWDOWN ?? 1);

/** Chromium as the tests use it, without a GPU. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArgs] });
}

/** Opens one page before any is measured: starting the browser's own processes takes both cores for a moment. */
export async function startBrowser(browser: Browser, baseURL: string): Promise<void> {
  const page = await browser.newPage({ baseURL });
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  await page.context().close();
}

/** What is sent to sign in. */
export type Credentials = Readonly<Record<"method", string>> & Readonly<Record<string, string>>;

const operator: Credentials = { method: "demo", identity: "operator" };

/** A page of somebody who has just signed in, in a browser that remembers nothing. Closing its context ends it. */
export async function newVisitor(browser: Browser, baseURL: string, credentials = operator): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(120_000);
  const answer = await page.request.post("/api/session", {
    data: credentials,
    headers: { "x-almanac": "1", "sec-fetch-site": "same-origin" },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

/** Does it on a page of an operator of the demo who has just signed in. */
export async function signedIn<Answer>(browser: Browser, baseURL: string, act: (page: Page) => Promise<Answer>) {
  const page = await newVisitor(browser, baseURL);
  const result = await act(page);
  await page.context().close();
  return result;
}
