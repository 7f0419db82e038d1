import type { CDPSession, Page } from "@playwright/test";
import * as z from "zod";
import { openClusterList } from "./list-page.ts";
import type { Measurement } from "./measurement.ts";
import { openSignedInPage, type ScaleSetup } from "./setup.ts";

const rounds = 3;
const list = "[role=grid]";
const secondsEach = 3;
const frameMs = 1_000 / 60;

interface Gesture {
  readonly name: string;
  /** Maximum share of delayed frames, in percent. */
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

/** Drags the scroll bar by the given number of pixels per second, which is hundreds of rows per move. */
const drag: Gesture = {
  name: "drag of the bar",
  mostDropped: 10,
  longestFrameMs: 100,
  act: async (page) => {
    await page.evaluate(`(async () => {
      const grid = document.querySelector("${list}");
      const until = performance.now() + ${secondsEach * 1_000};
      for (let top = grid.scrollTop; performance.now() < until; top += 900) {
        grid.scrollTop = top;
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

/** Code that runs in the page: records each frame's time, and does nothing else that could affect the measurement. */
const noteFrames = `(() => {
  const noted = { frames: [], on: true };
  globalThis.noted = noted;
  const note = (at) => {
    if (!noted.on) return;
    noted.frames.push(at);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
})()`;

/** Measures how smoothly the list scrolls. Each gesture is made three times, and the worst result counts. */
export async function measureScrolling(setup: ScaleSetup): Promise<readonly Measurement[]> {
  const page = await openSignedInPage(setup);
  await openClusterList(page, setup);
  const session = await page.context().newCDPSession(page);
  const figures: Measurement[] = [];
  for (const gesture of gestures) {
    let [dropped, longest] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const gaps = await gapsDuring(page, session, gesture);
      const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0);
      dropped = Math.max(dropped, gaps.length === 0 ? 100 : (lost * 100) / (gaps.length + lost));
      longest = Math.max(longest, ...gaps);
    }
    const { name, mostDropped, longestFrameMs } = gesture;
    figures.push(
      { name: `scroll by ${name}: frames dropped`, unit: "%", value: dropped, most: mostDropped },
      { name: `scroll by ${name}: longest frame`, unit: "ms", value: longest, most: longestFrameMs },
    );
  }
  await page.context().close();
  return figures;
}

/** Milliseconds between consecutive frames during a gesture. */
async function gapsDuring(page: Page, session: CDPSession, gesture: Gesture): Promise<readonly number[]> {
  await page.evaluate(`document.querySelector("${list}").scrollTop = 2000`);
  // Keys only work in a cell that can have the focus, which a cell with a button or link cannot.
  await page.locator("[role=gridcell][tabindex]").nth(20).focus();
  await page.waitForTimeout(500);
  await page.evaluate(noteFrames);
  const top = `document.querySelector("${list}").scrollTop`;
  const from = await page.evaluate(top);
  await gesture.act(page, session);
  if ((await page.evaluate(top)) === from) throw new Error(`${gesture.name} does not move the list`);
  const frames = z.array(z.number()).parse(await page.evaluate("noted.on = false, noted.frames"));
  return frames.slice(1).map((at, index) => at - (frames[index] ?? at));
}
