import { describe, expect, it } from "vitest";
import { formatTimeOfDay, parseTimeOfDay } from "./time-of-day.ts";
import {
  effectiveWindow,
  parseTimeWindow,
  type TimeWindow,
  validateTimeWindow,
  windowContains,
  windowDurationSeconds,
} from "./time-window.ts";

function windowOf(begin: string, end: string): TimeWindow {
  const parsed = parseTimeWindow({ begin, end });
  if (!parsed.ok) throw new Error(parsed.error.text);
  return parsed.value;
}

describe("a time of a window", () => {
  it.each([
    ["with an offset to the east, is earlier in UTC", "160554+0200", "14:05:54"],
    ["wraps to the evening before", "010000+0200", "23:00:00"],
    ["wraps past midnight", "233000-0130", "01:00:00"],
  ])("%s", (_rule, text, utc) => {
    const parsed = parseTimeOfDay(text);
    expect(parsed.ok && formatTimeOfDay(parsed.value)).toBe(utc);
  });

  it.each(["", "foo", "240000+0000", "126000+0000", "220000Z", "2200+0100", "220000+01:00", " 220000+0100", null, 22])(
    "%j is refused with what was written",
    (text) => {
      const expected = typeof text === "string" ? text : "missing";
      expect(parseTimeOfDay(text)).toEqual({ ok: false, error: { code: "INVALID_TIME", text: expected } });
    },
  );
});

describe("a window", () => {
  it("counts as always, uncut, when an end cannot be read, and says which text it was", () => {
    expect(effectiveWindow({ begin: "foo", end: "230000+0000" })).toMatchObject({
      kind: "always",
      effective: { beginSeconds: 0, endSeconds: 86_399 },
      invalid: { text: "foo" },
    });
  });

  it("may lose its midnight crossing to the cut of 15 minutes", () => {
    const { effective } = effectiveWindow({ begin: "234000+0000", end: "001000+0000" });
    expect([effective.beginSeconds, effective.endSeconds].map(formatTimeOfDay)).toEqual(["23:40:00", "23:55:00"]);
  });

  it("includes both of its ends to the second, also across midnight", () => {
    const night = windowOf("230000+0000", "010000+0000");
    const at = (text: string) => windowContains(night, Date.parse(text));
    expect(at("2026-08-01T22:59:59.999Z")).toBe(false);
    expect(at("2026-08-01T23:00:00Z")).toBe(true);
    expect(at("2026-08-02T01:00:00.999Z")).toBe(true);
    expect(at("2026-08-02T01:00:01Z")).toBe(false);
  });

  it("with equal ends lasts a day and is refused as too long", () => {
    const day = { begin: "050000+0000", end: "050000+0000" };
    expect(windowDurationSeconds(windowOf(day.begin, day.end))).toBe(86_400);
    expect(validateTimeWindow(day)).toEqual({ ok: false, error: { code: "WINDOW_TOO_LONG", durationSeconds: 86_400 } });
  });

  it.each([
    ["220000+0000", "222959+0000", "WINDOW_TOO_SHORT"],
    ["220000+0000", "223000+0000", undefined],
    ["220000+0000", "040000+0000", undefined],
    ["220000+0000", "040001+0000", "WINDOW_TOO_LONG"],
    ["220000+0000", "", "INVALID_TIME"],
  ])("%s to %s is judged as %s", (begin, end, code) => {
    const judged = validateTimeWindow({ begin, end });
    expect(judged.ok ? undefined : judged.error.code).toBe(code);
  });
});
