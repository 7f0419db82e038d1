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
import { effortTable } from "./effort.ts";
import { findViolations } from "./find-violations.ts";
import { leaksIn } from "./leaks.ts";
import { wakeInTheMorning } from "./morning.ts";
import { ours } from "./our-request.ts";

interface Journey {
  /** By which clock pages live; `machine` where their server does too. */
  readonly clock: "journey" | "machine";
  /** Faults that this journey provokes on purpose, by a part of their text. */
  readonly expectedFaults: string[];
  /** As one of the demo's people: operator, owner-commerce, owner-data, viewer, stranger. */
  readonly signIn: (identity: string, target?: Page) => Promise<void>;
  /** Somebody else's page, signed in, in a browser of their own. */
  readonly colleague: (identity: string) => Promise<Page>;
  /**
   * Lets so many seconds pass in the garden, where Gardener works 60 times faster than it does in reality. Otherwise no
   * time passes there, and Gardener takes nothing up.
   */
  readonly passTime: (seconds: number) => Promise<void>;
  /** Lets time pass in the garden bit by bit, for what takes turns with the page, until this is on screen. */
  readonly passTimeUntil: (shown: Locator) => Promise<void>;
}

interface Worker {
  /** What Almanac's mails come to. */
  readonly mailbox: Mailbox;
  readonly almanac: AlmanacServer;
  readonly effortBook: undefined;
}

/**
 * A journey fails on whatever a user would call broken, also where no assertion looked: an error on the console, an
 * uncaught exception, an answer of 5xx.
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
      const table = effortTable();
      if (table !== undefined) process.stdout.write(`\nEffort of the tasks, in pointer actions\n${table}\n`);
    },
    { scope: "worker", auto: true },
  ],
  // Each journey has a garden that nobody has been in.
  baseURL: async ({ almanac }, use) => {
    await almanac.beginAnew();
    await use(almanac.origin);
  },
  passTime: ({ almanac }, use) => use((seconds) => almanac.passTime(seconds)),
  passTimeUntil: ({ almanac }, use) =>
    use(async (shown) => {
      await expect
        .poll(
          async () => {
            await almanac.passTime(bitSeconds);
            return shown.isVisible();
          },
          // As long as the journey itself may take: how many turns there are is not for here to say.
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
    if (clock === "journey") await wakeInTheMorning(context);
    await use(context);
    faults.push(...(await Promise.all(looks)).flat());
    expect(faults.filter((fault) => !expectedFaults.some((part) => fault.includes(part)))).toEqual([]);
  },
  signIn: async ({ page }, use) => {
    await use(async (identity, target = page) => {
      const answer = await target.request.post("/api/session", {
        data: { method: "demo", identity },
        headers: ours,
      });
      expect(answer.status(), await answer.text()).toBeLessThan(300);
    });
  },
  colleague: async ({ browser, clock, signIn }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (identity) => {
      const context = await browser.newContext();
      contexts.push(context);
      if (clock === "journey") await wakeInTheMorning(context);
      const page = await context.newPage();
      await signIn(identity, page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Less than a flow of Gardener's takes at the journeys' pace. */
const bitSeconds = 1;
/** Seconds after which any flow of Gardener's is under way at that pace, and none has ended. */
export const halfWay = 0.5;

export { expect };

/** Each width with each colour scheme is for `npm run test:all`; `npm test` looks at every width, and at every scheme, once. */
export const looksAtAll = process.env.LONG_TESTS !== "false";

/**
 * No violation of WCAG 2.0–2.2 A and AA, nor of axe's best practices, on the page as it stands: all of it dark, and
 * light what depends on colours. Without motion, because colours that are half-way from one to another are nobody's.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await findViolations(page, "everything"), "violations in dark colours").toEqual([]);
  if (looksAtAll) await expectGoodColours(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}

async function expectGoodColours(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await findViolations(page, "colours"), "violations in light colours").toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
}

/**
 * As expectAccessible, on a wide screen and on a phone, where a page never scrolls sideways either. The page is not loaded
 * anew: it follows its window. `shown` waits for what only one of the two has.
 */
export async function expectAccessibleAtEveryWidth(
  page: Page,
  shown: (width: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await shown(width);
    await (looksAtAll || width === 1440 ? expectAccessible(page) : expectGoodColours(page));
    await expectNoOverflow(page);
  }
}

async function expectNoOverflow(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? {};
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(overflows, `the page scrolls sideways at ${width} px`).toBe(false);
}

/** A page that an operator has brought to look so has no violation, on a phone and on a wide screen. */
export function testLook(
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

/** S20: what pages and their scripts are told, but for what people ask to be shown, holds no credential. */
async function credentialFaults(request: Request, context: BrowserContext): Promise<readonly string[]> {
  const asked = ["document", "fetch", "xhr"].includes(request.resourceType());
  if (!asked || (request.method() === "POST" && request.url().endsWith("/reveal"))) return [];
  try {
    const response = await request.response();
    const text = (await response?.text()) ?? "";
    const cookies = await context.cookies(request.url());
    // An identity provider may write its own cookies into its own pages.
    const ours = cookies.filter(({ httpOnly, name }) => httpOnly && /^(__Host-)?almanac/.test(name));
    const sessions = ours.map(({ value }) => value);
    return leaksIn(text, sessions).map((leak) => `${leak} in ${request.method()} ${request.url()}`);
  } catch {
    // Of a redirect, and of a page that was left meanwhile, the browser keeps no body.
    return [];
  }
}

/** That Gardener wrote between a look and the request is no fault: the page tells it and lets one look again. */
const conflictOfAct = /^Failed to load resource: .* 409 \(Conflict\)/;

function consoleFault(message: ConsoleMessage): string[] {
  if (conflictOfAct.test(message.text()) && message.location().url.endsWith("/operations")) return [];
  return message.type() === "error" ? [`console: ${message.text()} (${message.location().url})`] : [];
}

function serverFault(response: Response): string[] {
  return response.status() >= 500 ? [`${response.status()} ${response.url()}`] : [];
}
