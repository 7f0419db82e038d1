import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import type { DeadEndCode } from "../forecast/dead-end.ts";
import { causeOfDeadEnd, type DeadEndCause, daysUntil, urgencyOf } from "./dead-end-horizon.ts";

const now = Date.parse("2026-11-24T12:00:00Z");
const newest = "highest-minor";
const gap = "no-next-minor";
const blocked = "rejected-by-dry-run";

describe("a dead end is as loud as it is near and as its cause can heal", () => {
  test.each([
    [newest, 0, "now"],
    [newest, 1, "soon"],
    [newest, 90, "soon"],
    [newest, 91, "ahead"],
    [newest, 180, "ahead"],
    [newest, 181, "open"],
    [gap, 90, "soon"],
    [gap, 91, "ahead"],
    [gap, 400, "ahead"],
    [blocked, 30, "soon"],
    [blocked, 400, "ahead"],
  ])("%s in %d days is %s", (code, days, expected) => {
    expect(urgencyOf({ code, fromAt: now + days * dayMs }, now)).toBe(expected);
  });

  test("what holds already is now, whatever date it carries", () => {
    expect(urgencyOf({ code: newest, fromAt: now + 300 * dayMs, overdue: true }, now)).toBe("now");
  });

  test("time only ever makes it louder", () => {
    const levels = ["open", "ahead", "soon", "now"];
    const code = fc.constantFrom("highest-minor", "no-next-minor", "rejected-by-dry-run", "newer-than-this-build");
    fc.assert(
      fc.property(code, fc.nat(700 * dayMs), fc.nat(700 * dayMs), (held, ahead, passed) => {
        const end = { code: held, fromAt: now + ahead };
        const [earlier, later] = [urgencyOf(end, now), urgencyOf(end, now + passed)];
        expect(levels.indexOf(later)).toBeGreaterThanOrEqual(levels.indexOf(earlier));
      }),
    );
  });
});

test.each([
  ["highest-minor", "no-later-version"],
  ["preview-only", "no-later-version"],
  ["image-end-of-life", "no-later-version"],
  ["newest-image", "no-later-version"],
  ["no-next-minor", "gap"],
  ["no-higher-image", "gap"],
  ["machine-type-not-in-profile", "gap"],
  ["rejected-by-dry-run", "blocked"],
  ["image-does-not-fit", "blocked"],
  ["image-not-in-profile", "gap"],
  ["profile-unreadable", "gap"],
  ["image-missing", "blocked"],
  ["version-unreadable", "blocked"],
] as const satisfies readonly (readonly [DeadEndCode, DeadEndCause])[])("%s comes from %s", (code, cause) => {
  expect(causeOfDeadEnd(code)).toBe(cause);
});

test.each(["newer-than-this-build", "toString"])("%s, which this build does not know, is taken for a gap", (code) => {
  expect(causeOfDeadEnd(code)).toBe("gap");
});

test("days are those of UTC", () => {
  const at = (text: string) => Date.parse(text);
  expect(daysUntil(at("2026-11-24T23:59:59Z"), now)).toBe(0);
  expect(daysUntil(at("2026-11-25T00:00:00Z"), now)).toBe(1);
  expect(daysUntil(at("2026-11-20T00:00:00Z"), now)).toBe(0);
});
