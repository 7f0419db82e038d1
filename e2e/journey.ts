import path from "node:path";
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
} from "@playwright/test";
import { type Mailbox, startMailbox } from "#server/testing/mailbox.ts";
import { type AlmanacServer, startAlmanacServer } from "./almanac-server.ts";
import { formatEffortTable } from "./effort.ts";
import { findViolations } from "./find-violations.ts";
import type { GardenRequest } from "./garden-request.ts";
import { findLeakedCredentials } from "./leaks.ts";
import { setJourneyClock } from "./morning.ts";
import { ownPageHeaders } from "./our-request.ts";

interface Journey {
  /** The clock of the pages: the tests' clock, or `machine` if their server also uses the system clock. */
  readonly clock: "journey" | "machine";
  /** Parts of the messages of errors that this test causes on purpose. */
  readonly expectedFaults: string[];
  /** Signs in as a demo user: operator, owner-commerce, owner-data, viewer or stranger. */
  readonly signIn: (identity: string, target?: Page) => Promise<void>;
  /** A page of another user, signed in, in a separate browser context. */
  readonly colleague: (identity: string) => Promise<Page>;
  /**
   * Advances the garden's clock by a number of seconds, during which Gardener works 60 times faster than in reality.
   * Otherwise the garden's clock stands still and Gardener does nothing.
   */
  readonly passTime: (seconds: number) => Promise<void>;
  /** Sends a request to the garden as its operator, who needs no Almanac for it. */
  readonly askGarden: GardenRequest;
  /** Advances the garden's clock in small steps until the locator is visible. */
  readonly passTimeUntil: (shown: Locator) => Promise<void>;
}

interface Worker {
  /** Mails that Almanac has sent. */
  readonly mailbox: Mailbox;
  readonly almanac: AlmanacServer;
  readonly effortBook: undefined;
}

/**
 * Test fixture that fails a browser test on errors no assertion looks for: console errors, uncaught exceptions and 5xx
 * responses.
 */
export const test = base.extend<Journey, Worker>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const mailbox = await startMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: "worker" },
  ],
  almanac: [
    async ({ mailbox }, use, { project, workerIndex }) => {
      const log = path.join(project.outputDir, `server-${workerIndex}.log`);
      const server = await startAlmanacServer({ log, mailPort: mailbox.port });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  effortBook: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      await use(undefined);
      const table = formatEffortTable();
      if (table !== undefined) process.stdout.write(`\nEffort of the tasks, in pointer actions\n${table}\n`);
    },
    { scope: "worker", auto: true },
  ],
  // Each test gets a new garden.
  baseURL: async ({ almanac }, use) => {
    await almanac.beginAnew();
    await use(almanac.origin);
  },
  askGarden: ({ almanac }, use) => use(almanac.askGarden),
  passTime: ({ almanac }, use) => use((seconds) => almanac.passTime(seconds)),
  passTimeUntil: ({ almanac }, use) =>
    use(async (shown) => {
      await expect
        .poll(
          async () => {
            await almanac.passTime(bitSeconds);
            return shown.isVisible();
          },
          // Limited only by the timeout of the test itself, because the number of steps is unknown.
          { intervals: [100], timeout: 0 },
        )
        .toBe(true);
    }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  expectedFaults: async ({}, use) => {
    await use([]);
  },
  clock: ["journey", { option: true }],
  context: async ({ context, clock, expectedFaults }, use) => {
    const faults: string[] = [];
    context.on("console", (message) => faults.push(...consoleFault(message)));
    context.on("weberror", (fault) => faults.push(`uncaught: ${fault.error().message}`));
    context.on("response", (response) => faults.push(...serverFault(response)));
    const looks: Promise<readonly string[]>[] = [];
    context.on("requestfinished", (request) => looks.push(credentialFaults(request, context)));
    if (clock === "journey") await setJourneyClock(context);
    await use(context);
    faults.push(...(await Promise.all(looks)).flat());
    expect(faults.filter((fault) => !expectedFaults.some((part) => fault.includes(part)))).toEqual([]);
  },
  signIn: async ({ page }, use) => {
    await use(async (identity, target = page) => {
      const answer = await target.request.post("/api/session", {
        data: { method: "demo", identity },
        headers: ownPageHeaders,
      });
      expect(answer.status(), await answer.text()).toBeLessThan(300);
    });
  },
  colleague: async ({ browser, clock, signIn }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (identity) => {
      const context = await browser.newContext();
      contexts.push(context);
      if (clock === "journey") await setJourneyClock(context);
      const page = await context.newPage();
      await signIn(identity, page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Step of the garden's clock in seconds, shorter than any flow at the speed of the tests. */
const bitSeconds = 1;
/** Seconds of the garden's clock after which every flow at the speed of the tests has started and none has ended. */
export const halfFlowSeconds = 0.5;

export { expect };

/** Whether all combinations of width and colour scheme are checked (`npm run test:all`); `npm test` does each once. */
export const checksEveryWidthAndScheme = process.env.LONG_TESTS !== "false";

/**
 * Checks that the page has no violations of WCAG 2.0–2.2 A and AA and of axe's best practices: all rules in dark
 * colours, colour rules in light colours. Animations are disabled, because colours within a transition do not count.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await findViolations(page, "everything"), "violations in dark colours").toEqual([]);
  if (checksEveryWidthAndScheme) await expectGoodColours(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}

async function expectGoodColours(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await findViolations(page, "colours"), "violations in light colours").toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
}

/**
 * Like expectAccessible, in desktop and phone width, and without horizontal scrolling of the page. The page is resized,
 * not reloaded. `shown` waits for elements that only one of the widths has.
 */
export async function expectAccessibleAtEveryWidth(
  page: Page,
  shown: (width: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await shown(width);
    await (checksEveryWidthAndScheme || width === 1440 ? expectAccessible(page) : expectGoodColours(page));
    await expectNoOverflow(page);
  }
}

async function expectNoOverflow(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? {};
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(overflows, `the page scrolls sideways at ${width} px`).toBe(false);
}

/** Defines an accessibility test of a page, in phone and desktop width, after `look` has prepared the page. */
export function testPageAccessibility(
  name: string,
  look: (page: Page) => Promise<void>,
  leave: (page: Page) => Promise<void> = async () => undefined,
): void {
  for (const width of [390, 1440]) {
    test.describe(`${width} px wide`, { tag: width === 390 ? [] : "@all" }, () => {
      test.use({ viewport: { width, height: 900 } });

      test(name, async ({ page, signIn }) => {
        await signIn("operator");
        await look(page);
        await expectAccessible(page);
        await expectNoOverflow(page);
        await leave(page);
      });
    });
  }
}

/** S20: checks that no response contains credentials, except those that a user explicitly requests. */
async function credentialFaults(request: Request, context: BrowserContext): Promise<readonly string[]> {
  const asked = ["document", "fetch", "xhr"].includes(request.resourceType());
  if (!asked || (request.method() === "POST" && /\/(reveal|service-accounts\/kubeconfig)$/.test(request.url())))
    return [];
  try {
    const response = await request.response();
    const text = (await response?.text()) ?? "";
    const cookies = await context.cookies(request.url());
    // The pages of an identity provider can contain the provider's own cookies.
    const ours = cookies.filter(({ httpOnly, name }) => httpOnly && /^(__Host-)?almanac/.test(name));
    const sessions = ours.map(({ value }) => value);
    return findLeakedCredentials(text, sessions).map((leak) => `${leak} in ${request.method()} ${request.url()}`);
  } catch {
    // The browser has no body for a redirect, and for a page that was left meanwhile.
    return [];
  }
}

/** Console message about a 409 conflict, which is no error: Gardener can write between preview and request. */
const conflictOfAct = /^Failed to load resource: .* 409 \(Conflict\)/;

function consoleFault(message: ConsoleMessage): string[] {
  if (conflictOfAct.test(message.text()) && message.location().url.endsWith("/operations")) return [];
  return message.type() === "error" ? [`console: ${message.text()} (${message.location().url})`] : [];
}

function serverFault(response: Response): string[] {
  return response.status() >= 500 ? [`${response.status()} ${response.url()}`] : [];
}
