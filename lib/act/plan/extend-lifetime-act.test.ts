import { expect, test } from "vitest";
import report from "#lib/testing/reports/self-termination.json" with { type: "json" };
import { composePreview } from "../preview/compose-preview.ts";
import { evaluateAct } from "./evaluate-act.ts";
import {
  actEndingLifetimeOnDay,
  extendLifetime,
  lifetimeEndDaysOf,
  lifetimeEndSetByAct,
} from "./extend-lifetime-act.ts";
import { samplePreviewInput } from "./preview-input.fixture.ts";

const now = Date.parse("2026-11-27T06:00:30Z");
const [trial] = report.shoots;
const key = "shoot.gardener.cloud/expiration-timestamp";

test("the end moves as far as the quota allows: to now and the lifetime, and not a moment later", () => {
  if (trial === undefined) throw new Error("no Shoot");
  const extension = extendLifetime({ readable: true, days: 7 }, trial, now);
  expect(extension).toEqual({
    act: {
      kind: "change",
      about: "lifetime",
      patch: { metadata: { annotations: { [key]: "2026-12-04T05:59:00Z" } } },
    },
    refusal: undefined,
  });
  if (extension === undefined) return;
  const world = samplePreviewInput(extension.act, trial, { now });
  const preview = composePreview(world, evaluateAct(world), { verdict: "not-run", causes: [], warnings: [] });
  expect(preview.decision).toBe("allow");
  expect(preview.sentence).toBe(
    "Move the end of the lifetime from Sat 28 Nov 2026, 02:00 UTC to Fri 4 Dec 2026, 05:59 UTC now.",
  );
  expect(preview.changes.map(({ path }) => path)).toEqual([`metadata.annotations[${key}]`]);
  expect(preview.friction.tier).toBe("dialog");
});

test.each([
  ["nobody who may not read the quotas is offered a guess", { readable: false }, /not allowed to read its quotas/],
  ["without a quota Gardener removes the date", { readable: true }, /removes the date/],
  ["an end that is as late as allowed stays", { readable: true, days: 0.5 }, /as late as its quota allows/],
])("%s", (_, limit, reason) => {
  if (trial === undefined) throw new Error("no Shoot");
  expect(extendLifetime(limit, trial, now)?.refusal).toMatch(reason);
});

const furthest = Date.parse("2026-12-04T05:59:00Z");

test("an earlier day can be chosen, at the time of the furthest end, as long as the lifetime becomes longer", () => {
  const days = lifetimeEndDaysOf(furthest, Date.parse("2026-11-28T02:00:00Z"));
  expect(days).toEqual({ first: "2026-11-28", last: "2026-12-04" });
  const chosen = actEndingLifetimeOnDay(furthest, days, "2026-12-01");
  expect(chosen && lifetimeEndSetByAct(chosen)).toBe(Date.parse("2026-12-01T05:59:00Z"));
  expect(lifetimeEndDaysOf(furthest, Date.parse("2026-11-28T05:59:00Z")).first).toBe("2026-11-29");
  const last = actEndingLifetimeOnDay(furthest, days, days.last);
  expect(last && lifetimeEndSetByAct(last)).toBe(furthest);
});

test.each(["2026-12-05", "2026-11-27", "", "soon", "2026-12-0"])(
  "no act ends it on a day that is not offered: %j",
  (day) => {
    expect(actEndingLifetimeOnDay(furthest, { first: "2026-11-28", last: "2026-12-04" }, day)).toBeUndefined();
  },
);

test("where less than a day is to be gained, the furthest end is the only one", () => {
  expect(lifetimeEndDaysOf(furthest, furthest - 60_000)).toEqual({ first: "2026-12-04", last: "2026-12-04" });
});

test("a cluster that no quota ends has nothing to extend", () => {
  if (trial === undefined) throw new Error("no Shoot");
  expect(extendLifetime(undefined, trial, now)).toBeUndefined();
});
