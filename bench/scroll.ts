import type { CDPSession, Page } from "@playwright/test";
import * as z from "zod";
import { launchBrowser, signedIn, startBrowser } from "./browser-page.ts";
import { startProduct } from "./fuzz-product.ts";
import { observeWork } from "./page-work.ts";
import { report } from "./report.ts";

/** With the seventy of the demo landscape. */
const generated = Number(process.env.SCROLL_SHOOTS ?? 9_930);
const rounds = Number(process.env.SCROLL_ROUNDS ?? 3);
const secondsEach = 3;
const frameMs = 1_000 / 60;

interface Gesture {
  readonly name: string;
  /** Of frames, in percent. */
  readonly mostDropped: number;
  readonly longestFrameMs: number;
  readonly act: (page: Page, session: CDPSession) => Promise<unknown>;
}

const wheel = (speed: number, mostDropped: number, longestFrameMs: number): Gesture => ({
  name: `wheel, ${speed.toLocaleString("en")} px/s`,
  mostDropped,
  longestFrameMs,
  act: (_page, session) =>
    session.send("Input.synthesizeScrollGesture", {
      ...{ x: 720, y: 500, yDistance: -speed * secondsEach, speed, gestureSourceType: "mouse", preventFling: true },
    }),
});

/** Drags the scroll bar down by so many pixels a second, which is hundreds of lines with every move. */
const drag: Gesture = {
  name: "drag of the bar",
  mostDropped: 10,
  longestFrameMs: 100,
  act: async (page) => {
    await page.evaluate(`(async () => {
      const grid = document.querySelector("[role=grid]");
      const until = performance.now() + ${secondsEach * 1_000};
      while (performance.now() < until) {
        grid.scrollTop += 900;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    })()`);
  },
};

const keys: Gesture = {
  name: "Page Down, 15 a second",
  mostDropped: 10,
  longestFrameMs: 100,
  act: async (page) => {
    for (let turn = 0; turn < 15 * secondsEach; turn += 1) {
      await page.keyboard.press("PageDown");
      await page.waitForTimeout(1_000 / 15);
    }
  },
};

const gestures: readonly Gesture[] = [wheel(1_200, 2, 50), wheel(3_600, 2, 50), wheel(7_300, 10, 100), drag, keys];

const framesSchema = z.object({ frames: z.array(z.number()), empty: z.number() });

/** Notes when each frame was drawn, and in how many of them a part of the list had no line. Text: it runs in the page. */
const beginFrames = `(() => {
  const grid = document.querySelector("[role=grid]");
  const noted = { frames: [], empty: 0, on: true };
  globalThis.notedFrames = noted;
  const isEmptyAt = (y) => {
    const box = grid.getBoundingClientRect();
    return !document.elementsFromPoint(box.left + 200, box.top + y).some((element) => element.closest("[role=row]"));
  };
  const note = (at) => {
    if (!noted.on) return;
    noted.frames.push(at);
    if (noted.frames.length % 10 === 0 && [80, 300, 600].some(isEmptyAt)) noted.empty += 1;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
})()`;

const endFrames = "notedFrames.on = false, notedFrames";

interface Smoothness {
  readonly droppedPercent: number;
  readonly longestFrameMs: number;
  readonly empty: number;
}

async function smoothnessOf(page: Page, session: CDPSession, gesture: Gesture): Promise<Smoothness> {
  await page.evaluate(`document.querySelector("[role=grid]").scrollTop = 2000`);
  await page.getByRole("grid", { name: "Clusters" }).getByRole("gridcell").nth(20).focus();
  await page.waitForTimeout(500);
  await page.evaluate(beginFrames);
  await gesture.act(page, session);
  const { frames, empty } = framesSchema.parse(await page.evaluate(endFrames));
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0);
  const expected = gaps.length + dropped;
  return {
    droppedPercent: expected === 0 ? 100 : (dropped * 100) / expected,
    longestFrameMs: Math.max(0, ...gaps),
    empty,
  };
}

/**
 * How smoothly the list of ten thousand clusters scrolls in a browser without a GPU, by the frames that it draws. Every
 * gesture is made three times, and the worst counts. SCROLL_SHOOTS chooses how many clusters, SCROLL_ROUNDS how often.
 */
export async function benchScroll(): Promise<boolean> {
  const product = await startProduct({ DEMO_SHOOTS: String(generated), DEMO_LIFE: "false", LOG_LEVEL: "warn" });
  const browser = await launchBrowser();
  const origin = `http://127.0.0.1:${product.port}`;
  try {
    await startBrowser(browser, origin);
    const verdicts = await signedIn(browser, origin, async (page) => {
      await observeWork(page);
      await page.goto("/clusters");
      await page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(5).waitFor();
      return [...(await measureScroll(page))].map(([gesture, runs]) => judged(gesture, runs));
    });
    return verdicts.every(Boolean);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Every gesture in every round, on a page that shows the list of clusters. */
export async function measureScroll(page: Page): Promise<ReadonlyMap<Gesture, readonly Smoothness[]>> {
  const session = await page.context().newCDPSession(page);
  const measured = new Map<Gesture, readonly Smoothness[]>();
  for (const gesture of gestures) {
    const runs: Smoothness[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await smoothnessOf(page, session, gesture));
    measured.set(gesture, runs);
  }
  return measured;
}

function judged({ name, mostDropped, longestFrameMs }: Gesture, runs: readonly Smoothness[]): boolean {
  const worst = (of: (run: Smoothness) => number) => Math.max(...runs.map(of));
  const dropped = worst((run) => run.droppedPercent);
  const longest = worst((run) => run.longestFrameMs);
  const each = runs.map((run) => run.droppedPercent.toFixed(1)).join(", ");
  return report({
    name: `scroll by ${name}`,
    value: `${dropped.toFixed(1)} % of frames dropped (${each}), longest ${longest.toFixed(0)} ms, gaps in ${worst((run) => run.empty)}`,
    goal: `≤ ${mostDropped} %, ≤ ${longestFrameMs} ms`,
    met: dropped <= mostDropped && longest <= longestFrameMs,
  });
}
