import { expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow, sampleDeadEnd, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { attentionGroups, clusterPathForCause } from "./attention.ts";
import { describeAttentionGroup } from "./attention-descriptions.ts";
import { countMixedMinors } from "./minors-in-use.ts";
import { attentionCauses, isProjectAttention } from "./project-attention.ts";
import { describeProjectAttention } from "./project-attention-description.ts";

const groupsOf = (...rows: readonly FleetRow[]) => attentionGroups(rows, { now: fixtureNow, own: new Set() });

test("clusters that do not run an ending version yet are counted with those that do, and the words say so", () => {
  const forecast = sampleRowForecast({ forced: [sampleForcedStep(20, { endsAt: fixtureNow + 20 * dayMs })] });
  const rowWith = (name: string, version: string) =>
    sampleFleetRow({ name, uid: name, forecast, kubernetes: { version, classification: "supported" } });
  const [group] = groupsOf(rowWith("a", "1.33.4"), rowWith("b", "1.33.2"), rowWith("c", "1.33.2"));
  if (group === undefined) throw new Error("no group");
  expect([group.rows.length, group.passing]).toEqual([3, 2]);
  expect(describeAttentionGroup(group, fixtureNow).detail).toMatch(/ · 2 not on it yet$/);
  const [alone] = groupsOf(rowWith("a", "1.33.4"));
  expect(alone && describeAttentionGroup(alone, fixtureNow).detail).not.toContain("yet");
});

test("a cause leads to the tab on which it is fixed: nodes that wait for their update, else versions", () => {
  const pathsWith = (waitsForNodes: boolean | undefined) => {
    const refused = sampleDeadEnd(3, {
      code: "rejected-by-dry-run",
      version: "",
      ...(waitsForNodes && { waitsForNodes }),
    });
    return groupsOf(
      sampleFleetRow({ project: "p", name: "a", forecast: sampleRowForecast({ deadEnds: [refused] }) }),
    ).flatMap(({ rows, cause }) => rows.map((row) => clusterPathForCause(row, cause)));
  };
  expect(pathsWith(true)).toEqual(["/clusters/p/a/nodes"]);
  expect(pathsWith(undefined)).toEqual(["/clusters/p/a/updates"]);
  const failed = sampleFleetRow({ project: "p", name: "a", lastMaintenance: { state: "Failed" } });
  expect(clusterPathForCause(failed, { id: "maintenance-failed" })).toBe("/clusters/p/a/maintenance");
  expect(clusterPathForCause(failed, { id: "failed" })).toBe("/clusters/p/a");
});

test("clusters that are not ready for a forced minor are causes of their own, by when it comes; others are none", () => {
  const rowWith = (name: string, days: number, result: string) => {
    const at = fixtureNow + days * dayMs;
    return sampleFleetRow({ name, project: "p", readiness: { result, step: { to: "1.34.1", at } } });
  };
  const groups = groupsOf(
    rowWith("soon", 12, "not-ready"),
    rowWith("later", 60, "not-ready"),
    rowWith("risky", 12, "ready-with-risks"),
    rowWith("known", 12, "ready-as-known"),
    rowWith("unread", 12, "not-looked"),
  );
  expect(groups.map(({ key, tier }) => [key, tier])).toEqual([
    ["readiness=not-ready:..30d", "30"],
    ["readiness=not-ready:31d..", "90"],
  ]);
  expect(groups.map((group) => describeAttentionGroup(group, fixtureNow).title)).toEqual([
    "Minor update forced within 30 days, not ready",
    "Minor update forced in more than 30 days, not ready",
  ]);
  const [soon] = groups;
  expect(soon?.rows.map((row) => clusterPathForCause(row, soon.cause))).toEqual(["/clusters/p/soon/updates"]);
});

test("a cluster counts as mixed if a pool runs another minor, not for another patch", () => {
  const withPool = (version: string) => sampleFleetRow({ pinnedPools: [{ pool: "a", version }] });
  expect(countMixedMinors([sampleFleetRow(), withPool("1.33.1"), withPool("1.32.9")])).toBe(1);
});

test("an unused project is a cause with its own date: in its degree of urgency, before what concerns fewer, and with what keeps it", () => {
  const failed = sampleFleetRow({ project: "p", name: "a", lastMaintenance: { state: "Failed" } });
  const project = (name: string, days: number) => {
    const deletedAt = fixtureNow + days * dayMs;
    return { name, stale: { staleSince: deletedAt - 90 * dayMs, deletedAt, deletedUntil: deletedAt + dayMs / 2 } };
  };
  const input = { now: fixtureNow, own: new Set<string>() };
  const unused = [
    project("late", -1),
    project("c", 20),
    project("b", 10),
    project("d", 80),
    project("far", 91),
    { name: "undated", stale: { staleSince: fixtureNow } },
    { name: "used" },
  ];
  const causes = attentionCauses(groupsOf(failed), unused, input);
  const shown = causes.map((cause) => [
    cause.tier,
    isProjectAttention(cause) ? cause.projects.map(({ name }) => name).join() : cause.cause.id,
  ]);
  expect(shown).toEqual([
    ["now", "maintenance-failed"],
    ["now", "late"],
    ["30", "b,c"],
    ["90", "d"],
  ]);
  const [first] = attentionCauses([], unused, { ...input, own: new Set(["c"]) }).slice(1);
  if (first === undefined || !isProjectAttention(first)) throw new Error("no project");
  expect(first.projects.map(({ name }) => name)).toEqual(["c", "b"]);
  const day = formatDate(fixtureNow + 10 * dayMs, utcClock);
  const { title, detail } = describeProjectAttention(first, fixtureNow);
  expect(title).toBe(`2 unused projects, deleted from ${day} on`);
  expect(detail).toContain("Create a cluster in it");
});
