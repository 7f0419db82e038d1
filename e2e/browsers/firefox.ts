import { mkdir } from "node:fs/promises";
import path from "node:path";
import puppeteer, { type HTTPRequest, type Page } from "puppeteer-core";
import { findExecutable } from "../find-executable.ts";
import type { TourBrowserKind } from "./tour-browser.ts";

const file = findExecutable("FIREFOX_PATH", ["/usr/bin/firefox-esr", "/usr/bin/firefox"]);

/** Firefox, controlled over WebDriver BiDi. */
export const firefox: TourBrowserKind = {
  name: "Firefox",
  narrow: 390,
  missing: file === undefined ? "there is no Firefox (FIREFOX_PATH, Debian's firefox-esr)" : undefined,
  async start(folder) {
    const downloads = path.join(folder, "downloads");
    await mkdir(downloads);
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: file ?? "",
      extraPrefsFirefox: {
        "browser.download.folderList": 2,
        "browser.download.dir": downloads,
        "intl.accept_languages": "en-GB",
      },
      env: { ...process.env, TZ: "UTC" },
      // The test has a timeout of its own.
      timeout: 0,
      protocolTimeout: 0,
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const faults = await watchFaults(page);
    return {
      open: async (address) => void (await page.goto(address)),
      evaluate: <Given, Answer>(run: (given: Given) => Answer, given: Given) =>
        page.evaluate<[], () => Answer>(`(${run})(${JSON.stringify(given)})`),
      clickAt: ({ x, y }) => page.mouse.click(x, y),
      resize: (width, height) => page.setViewport({ width, height }),
      picture: async () => Buffer.from(await page.screenshot()),
      faults: async () => faults,
      downloads,
      close: () => browser.close(),
    };
  },
};

async function watchFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${String(error)}`));
  page.on("requestfailed", (request) => faults.push(...failure(request)));
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  await page.evaluateOnNewDocument(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      console.error(`blocked by the policy: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return faults;
}

/** Requests that are cancelled because the page is left are no errors. */
function failure(request: HTTPRequest): string[] {
  const why = request.failure()?.errorText ?? "";
  return /NS_BINDING_ABORTED|NS_ERROR_ABORT/.test(why) ? [] : [`${why} ${request.url()}`];
}
