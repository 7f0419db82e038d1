import {
  nextRunInterval,
  type WindowOccurrence,
  windowsNoticingProfileChange,
} from "#lib/policy/maintenance/next-window.ts";
import { requestsMaintenance } from "#lib/policy/maintenance/run-due.ts";
import { formatTimeOfDay, parseTimeOfDay } from "#lib/policy/maintenance/time-of-day.ts";
import {
  effectiveWindow,
  parseTimeWindow,
  type TimeWindow,
  windowContains,
  windowDurationSeconds,
} from "#lib/policy/maintenance/time-window.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
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

/** Adapters for areas `window.*`, `forecast.window` and `trigger.maintainNow`. */
export const maintenanceWindowAdapters: VectorAdapters = {
  "window.parse": createVectorAdapter<{ at: string }>(({ at }) => {
    const parsed = parseTimeOfDay(at);
    return parsed.ok ? { utc: formatTimeOfDay(parsed.value) } : { error: parsed.error.code };
  }),
  "window.effective": createVectorAdapter<WindowTexts>((texts) => {
    const { effective } = effectiveWindow(texts);
    return { begin: formatTimeOfDay(effective.beginSeconds), end: formatTimeOfDay(effective.endSeconds) };
  }),
  "window.duration": createVectorAdapter<WindowTexts>((texts) => ({ seconds: windowDurationSeconds(windowOf(texts)) })),
  "window.contains": createVectorAdapter<WindowTexts & { at: string }>(({ at, ...texts }) => ({
    contains: windowContains(windowOf(texts), Date.parse(at)),
  })),
  "window.mustMaintainNow": createVectorAdapter<WindowTexts & { at: string }>(({ at, ...texts }) => ({
    now: windowContains(effectiveWindow(texts).effective, Date.parse(at)),
  })),
  "window.next": createVectorAdapter<WindowTexts & { fromTime: string; shiftBegin: boolean }>(
    ({ fromTime, shiftBegin, ...texts }) => {
      const from = Date.parse(fromTime);
      const run = nextRunInterval(windowOf(texts), from, shiftBegin);
      return { minSeconds: (run.fromAt - from) / 1000, maxSecondsExclusive: (run.untilAt - from) / 1000 };
    },
  ),
  "forecast.window": createVectorAdapter<WindowTexts & { transition: string }>(({ transition, ...texts }) => {
    const windows = windowsNoticingProfileChange(effectiveWindow(texts).effective, Date.parse(transition));
    return {
      earliestWindow: occurrence(windows.earliest),
      guaranteedWindow: occurrence(windows.guaranteed),
    };
  }),
  "trigger.maintainNow": createVectorAdapter<{ operationAnnotation: string | null }>(({ operationAnnotation }) => ({
    maintain: requestsMaintenance(operationAnnotation),
  })),
};
