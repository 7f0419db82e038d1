import { nextRun, noticingWindows, type WindowOccurrence } from "#lib/policy/maintenance/next-window.ts";
import { requestsMaintenance } from "#lib/policy/maintenance/run-due.ts";
import { formatTimeOfDay, parseTimeOfDay } from "#lib/policy/maintenance/time-of-day.ts";
import {
  effectiveWindow,
  parseTimeWindow,
  type TimeWindow,
  windowContains,
  windowDurationSeconds,
} from "#lib/policy/maintenance/time-window.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";
import type { WindowTexts } from "../vector/window-texts.ts";

function windowOf(texts: WindowTexts): TimeWindow {
  const parsed = parseTimeWindow(texts);
  if (!parsed.ok) throw new Error(`no window: ${parsed.error.text}`);
  return parsed.value;
}

function seconds(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

function occurrence({ beginAt, endAt }: WindowOccurrence) {
  return { begin: seconds(beginAt), end: seconds(endAt) };
}

/** Areas `window.*`, `forecast.window` and `trigger.maintainNow`. */
export const maintenanceWindowAdapters: Adapters = {
  "window.parse": adapter<{ at: string }>(({ at }) => {
    const parsed = parseTimeOfDay(at);
    return parsed.ok ? { utc: formatTimeOfDay(parsed.value) } : { error: parsed.error.code };
  }),
  "window.effective": adapter<WindowTexts>((texts) => {
    const { effective } = effectiveWindow(texts);
    return { begin: formatTimeOfDay(effective.beginSeconds), end: formatTimeOfDay(effective.endSeconds) };
  }),
  "window.duration": adapter<WindowTexts>((texts) => ({ seconds: windowDurationSeconds(windowOf(texts)) })),
  "window.contains": adapter<WindowTexts & { at: string }>(({ at, ...texts }) => ({
    contains: windowContains(windowOf(texts), Date.parse(at)),
  })),
  "window.mustMaintainNow": adapter<WindowTexts & { at: string }>(({ at, ...texts }) => ({
    now: windowContains(effectiveWindow(texts).effective, Date.parse(at)),
  })),
  "window.next": adapter<WindowTexts & { fromTime: string; shiftBegin: boolean }>(
    ({ fromTime, shiftBegin, ...texts }) => {
      const from = Date.parse(fromTime);
      const run = nextRun(windowOf(texts), from, shiftBegin);
      return { minSeconds: (run.fromAt - from) / 1000, maxSecondsExclusive: (run.untilAt - from) / 1000 };
    },
  ),
  "forecast.window": adapter<WindowTexts & { transition: string }>(({ transition, ...texts }) => {
    const windows = noticingWindows(effectiveWindow(texts).effective, Date.parse(transition));
    return {
      earliestWindow: occurrence(windows.earliest),
      guaranteedWindow: occurrence(windows.guaranteed),
    };
  }),
  "trigger.maintainNow": adapter<{ operationAnnotation: string | null }>(({ operationAnnotation }) => ({
    maintain: requestsMaintenance(operationAnnotation),
  })),
};
