import type { Browser, Page } from "@playwright/test";
import * as z from "zod";

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.optional(z.number()),
  /** Processor time of the thread, in microseconds like all times of a trace. */
  tdur: z.optional(z.number()),
});
const traceSchema = z.object({ traceEvents: z.array(eventSchema) });
type TraceEvent = z.infer<typeof eventSchema>;

/** A page's tasks as the browser's own trace tells them, step by step. */
export interface TaskTrace {
  /** What comes from now on belongs to the next step. */
  nextStep(): Promise<void>;
  /** By step: the most processor time that one task of the page's main thread took, in milliseconds. */
  busiestTasks(): Promise<readonly number[]>;
}

const stepMark = "step of the bench";
const taskName = "ThreadControllerImpl::RunTask";

/**
 * Records how long the page's main thread works. A long task may be one that waits: server, browser, drawing without a
 * graphics card and the bench itself share the cores of the machine. Its processor time is the page's own share.
 */
export async function traceTasks(browser: Browser, page: Page): Promise<TaskTrace> {
  let steps = 0;
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  return {
    async nextStep() {
      steps += 1;
      await page.evaluate((mark) => void performance.mark(mark), `${stepMark} ${steps}`);
    },
    async busiestTasks() {
      const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString("utf8")));
      return busiestOf(traceEvents, steps);
    },
  };
}

/** The first step is all that comes before the second: a page that has just begun may not be traced in its first moment. */
function busiestOf(events: readonly TraceEvent[], steps: number): readonly number[] {
  const marks = Array.from({ length: steps }, (_, step) => {
    const mark = events.find(({ name }) => name === `${stepMark} ${step + 1}`);
    if (mark === undefined) throw new Error(`the trace does not name step ${step + 1}`);
    return mark;
  });
  const [first] = marks;
  const tasks = events.filter(({ name, pid, tid }) => name === taskName && pid === first?.pid && tid === first.tid);
  if (tasks.length === 0) throw new Error("the trace names no task of the page");
  return [undefined, ...marks].map((mark, step) => {
    const from = mark?.ts ?? Number.NEGATIVE_INFINITY;
    const to = marks[step]?.ts ?? Number.POSITIVE_INFINITY;
    // A task that began before the mark was made belongs to the step in which it ended.
    const ofStep = tasks.filter(({ ts, dur = 0 }) => ts + dur >= from && ts + dur < to);
    return Math.max(0, ...ofStep.map(({ tdur = 0 }) => tdur)) / 1_000;
  });
}
