import type { CDPSession, Page } from "@playwright/test";
import * as z from "zod";
import { launchBrowser, signedIn, startBrowser } from "./browser-page.ts";
import { startProduct } from "./fuzz-product.ts";
import { observeWork } from "./page-work.ts";
import { report } from "./report.ts";

/** With the seventy of the demo landscape. */
const generated = Number(process.env.SCROLL_SHOOTS ?? 9_930);
const rounds = Number(process.env.SCROLL_ROUNDS ?? 3);
/** What the list is grouped by, as its address has it; by nothing where nothing is said. */
const grouping = process.env.SCROLL_GROUP;
const list = "[role=grid], [role=treegrid]";
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

/** A page of as many lines as the list has, of ten plain texts each: the least that a list can cost this browser. */
const plainLines = `<!doctype html>
<style>
  [role=grid] { height: 800px; overflow: auto; background: white; }
  [role=rowgroup] { position: relative; height: ${(generated + 84) * 32}px; }
  [role=row] { position: absolute; inset: 0 0 auto; height: 32px; contain: strict; display: grid; grid-template-columns: repeat(10, 1fr); }
</style>
<div role="grid"><div role="rowgroup"></div></div>
<script>
  const [grid, group] = document.querySelectorAll("div");
  const rows = Array.from({ length: 44 }, () => {
    const row = group.appendChild(document.createElement("div"));
    row.setAttribute("role", "row");
    for (let cell = 0; cell < 10; cell += 1) row.append(document.createElement("span"));
    for (const cell of row.children) { cell.role = "gridcell"; cell.tabIndex = -1; cell.textContent = "text"; }
    return { row, cells: [...row.children].map((cell) => cell.firstChild), index: -1 };
  });
  const place = () => {
    const first = Math.floor(grid.scrollTop / 32) - 8;
    for (let index = Math.max(0, first); index < first + rows.length; index += 1) {
      const line = rows[index % rows.length];
      if (line.index === index) continue;
      line.index = index;
      line.row.style.transform = "translateY(" + index * 32 + "px)";
      line.cells.forEach((cell, column) => (cell.data = "text " + (index * 7 + column) % 97));
    }
  };
  place();
  grid.addEventListener("scroll", place, { passive: true });
</script>`;

const gestures: readonly Gesture[] = [wheel(1_200, 2, 50), wheel(3_600, 2, 50), wheel(7_300, 10, 100), drag, keys];

const framesSchema = z.object({ frames: z.array(z.number()), empty: z.number() });

/** Notes when each frame was drawn, and does nothing else: what is measured pays for the measuring. Text: it runs in the page. */
const noteFrames = `(() => {
  const noted = { frames: [], empty: 0, on: true };
  globalThis.noted = noted;
  const note = (at) => {
    if (!noted.on) return;
    noted.frames.push(at);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
})()`;

/** Counts the frames in which no line with a text, real or passing, is at one of three heights of the list. */
const noteGaps = `(() => {
  const grid = document.querySelector("${list}");
  const noted = { frames: [], empty: 0, on: true };
  globalThis.noted = noted;
  const look = () => {
    if (!noted.on) return;
    const box = grid.getBoundingClientRect();
    const lines = [...grid.querySelectorAll("[role=row]:not([aria-rowindex='1']), [data-passing]")]
      .filter((line) => line.textContent.trim() !== "")
      .map((line) => line.getBoundingClientRect());
    const isEmptyAt = (y) => !lines.some(({ top, bottom }) => top <= y && y < bottom);
    if ([80, 300, 600].some((y) => isEmptyAt(box.top + y))) noted.empty += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

const endNotes = "noted.on = false, noted";

interface Smoothness {
  readonly droppedPercent: number;
  readonly longestFrameMs: number;
  readonly empty: number;
}

async function smoothnessOf(page: Page, session: CDPSession, gesture: Gesture): Promise<Smoothness> {
  const { frames } = await notesOf(page, session, { gesture, script: noteFrames });
  const { empty } = await notesOf(page, session, { gesture, script: noteGaps });
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0);
  const expected = gaps.length + dropped;
  return {
    droppedPercent: expected === 0 ? 100 : (dropped * 100) / expected,
    longestFrameMs: Math.max(0, ...gaps),
    empty,
  };
}

/** What a script notes while a gesture is made. */
async function notesOf(
  page: Page,
  session: CDPSession,
  { gesture, script }: { readonly gesture: Gesture; readonly script: string },
): Promise<z.infer<typeof framesSchema>> {
  await page.evaluate(`document.querySelector("${list}").scrollTop = 2000`);
  // A cell that holds a control of its own cannot have the focus, and keys would go nowhere.
  await page.locator("[role=gridcell][tabindex]").nth(20).focus();
  await page.waitForTimeout(500);
  await page.evaluate(script);
  const top = `document.querySelector("${list}").scrollTop`;
  const from = await page.evaluate(top);
  await gesture.act(page, session);
  if ((await page.evaluate(top)) === from) throw new Error(`${gesture.name} does not move the list`);
  return framesSchema.parse(await page.evaluate(endNotes));
}

/**
 * How smoothly the list of ten thousand clusters scrolls in a browser without a GPU, by the frames that it draws, beside a
 * page of as many lines of plain text. Every gesture is made three times, and the worst counts; once more for each, it is
 * looked whether lines are there. SCROLL_SHOOTS chooses how many clusters, SCROLL_GROUP how they are grouped, SCROLL_ROUNDS
 * how often.
 */
export async function benchScroll(): Promise<boolean> {
  const product = await startProduct({ DEMO_SHOOTS: String(generated), DEMO_LIFE: "false", LOG_LEVEL: "warn" });
  const browser = await launchBrowser();
  const origin = `http://127.0.0.1:${product.port}`;
  try {
    await startBrowser(browser, origin);
    const verdicts = await signedIn(browser, origin, async (page) => {
      await observeWork(page);
      await page.goto(grouping === undefined ? "/clusters" : `/clusters?group=${grouping}`);
      const shown = page.getByRole(grouping === undefined ? "grid" : "treegrid", { name: "Clusters" });
      await shown.getByRole("row").nth(5).waitFor();
      const measured = await measureScroll(page);
      // The same browser and the same minute: what is dropped here is the machine's share.
      await page.goto("about:blank");
      await page.setContent(plainLines);
      const plain = await measureScroll(page);
      return [...measured].map(([gesture, runs]) => judged(gesture, runs, plain.get(gesture) ?? []));
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

function judged(
  { name, mostDropped, longestFrameMs }: Gesture,
  runs: readonly Smoothness[],
  plain: readonly Smoothness[],
): boolean {
  const worst = (of: (run: Smoothness) => number) => Math.max(...runs.map(of));
  const dropped = worst((run) => run.droppedPercent);
  const longest = worst((run) => run.longestFrameMs);
  const each = runs.map((run) => run.droppedPercent.toFixed(1)).join(", ");
  return report({
    name: `scroll by ${name}`,
    value: `${dropped.toFixed(1)} % of frames dropped (${each}), longest ${longest.toFixed(0)} ms, gaps in ${worst((run) => run.empty)} frames; plain lines ${Math.max(0, ...plain.map((run) => run.droppedPercent)).toFixed(1)} %`,
    goal: `≤ ${mostDropped} %, ≤ ${longestFrameMs} ms`,
    met: dropped <= mostDropped && longest <= longestFrameMs,
  });
}
