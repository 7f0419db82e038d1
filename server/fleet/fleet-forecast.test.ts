import { afterEach, describe, expect, it, test } from "vitest";
import { createRandomLandscape, randomLandscapeStart } from "#garden/testing/random-landscape.fixture.ts";
import { cloudProfileWith } from "#garden/testing/small-garden.fixture.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForecastStepSummary } from "#lib/contract/forecast.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { formatReportedComponent } from "#lib/forecast/versioned-component-key.ts";
import type { CloudProfile, CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ComponentForecast, ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { demoObjects } from "#server/testing/demo-objects.ts";
import { createWatchedFleet, type WatchedObjects } from "./create-watched-fleet.fixture.ts";
import { expectForecastInTexts, expectOverviewMatchesTexts } from "./expect-forecast-in-texts.fixture.ts";
import { FleetForecasts } from "./fleet-forecasts.ts";
import { unknownProfile } from "./profile-reader.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const fleet of open.splice(0)) fleet.close();
});

async function watching(objects: WatchedObjects, now: Date) {
  const world = await createWatchedFleet(objects, now);
  open.push(world.fleet);
  return world;
}

function profileFor(shoot: Shoot, objects: WatchedObjects): CloudProfileSpec | undefined {
  const found = effectiveProfile(shoot, {
    cloudProfile: (name) => objects.cloudProfiles.find(({ metadata }) => metadata.name === name),
    namespacedCloudProfile: (namespace, name) =>
      objects.namespacedCloudProfiles?.find(
        ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
      ),
  });
  return found.ok ? found.value : undefined;
}

const hopOf = (lane: ComponentForecast, { from, to }: ForecastStep) => {
  if (lane.id.kind === "pool-image") return "image";
  return from.split(".")[1] === to.split(".")[1] ? "patch" : "minor";
};

/** The expected forecast of a row, computed by the policy core only. */
function expectedOf(shoot: Shoot, profile: CloudProfileSpec | undefined, now: number) {
  const told = forecastShoot(shoot, profile, { now, horizon: forecastHorizon(now) });
  if (told.outcome !== "foreseen") return { without: told.reason, next: undefined, forced: {}, deadEnds: [] };
  const lanes = told.lanes.filter(({ followsControlPlane }) => !followsControlPlane);
  const hops = lanes.flatMap((lane) => lane.hops.map((hop) => ({ lane, hop })));
  const first = (kind: string) => {
    const ofKind = hops.filter(({ lane, hop }) => hop.kind === "forced" && hopOf(lane, hop) === kind);
    return ofKind.length === 0 ? undefined : Math.min(...ofKind.map(({ hop }) => hop.earliestAt));
  };
  return {
    without: undefined,
    next: hops.length === 0 ? undefined : Math.min(...hops.map(({ hop }) => hop.earliestAt)),
    forced: { patch: first("patch"), minor: first("minor"), image: first("image") },
    deadEnds: [
      ...new Set([
        ...lanes.flatMap(({ deadEnds }) => deadEnds.map(({ code, untilAt }) => `${code} ${untilAt === undefined}`)),
        ...told.rejections.map(({ code, untilAt }) => `${code} ${untilAt === undefined}`),
      ]),
    ],
    hasStep: (step: ForecastStepSummary) =>
      lanes.some(
        ({ id, hops: ladder }) =>
          formatReportedComponent(id) === step.lane &&
          ladder.some(
            ({ from, to, kind, earliestAt, latestAt, cause, confidence }) =>
              from === step.from &&
              to === step.to &&
              kind === step.kind &&
              earliestAt === step.earliestAt &&
              latestAt === step.latestAt &&
              cause.code === step.cause &&
              confidence === step.confidence,
          ),
      ),
    hasDeadEnd: (code: string, fromAt: number) =>
      [...told.rejections, ...lanes.flatMap(({ deadEnds }) => deadEnds)].some(
        (deadEnd) => deadEnd.code === code && deadEnd.fromAt === fromAt,
      ),
  };
}

function expectDescribed(row: FleetRow | undefined, shoot: Shoot, profile: CloudProfileSpec | undefined, now: number) {
  const told = row?.forecast;
  if (row === undefined || told === undefined) throw new Error(`${shoot.metadata.name} has no row with a forecast`);
  const expected = expectedOf(shoot, profile, now);
  expect(told.without).toBe(expected.without);
  expect((told.next ?? told.forced[0])?.earliestAt).toBe(expected.next);
  for (const hop of ["patch", "minor", "image"] as const) {
    const step = told.forced.find((one) => one.hop === hop);
    expect(step?.earliestAt).toBe("patch" in expected.forced ? expected.forced[hop] : undefined);
  }
  for (const step of [...told.forced, ...(told.next ? [told.next] : [])]) expect(expected.hasStep?.(step)).toBe(true);
  for (const { code, fromAt } of told.deadEnds) expect(expected.hasDeadEnd?.(code, fromAt)).toBe(true);
  const codes = new Set(told.deadEnds.map(({ code }) => code));
  expect(codes).toEqual(new Set(expected.deadEnds.map((text) => text.split(" ")[0])));
  const [worst] = told.deadEnds;
  if (worst) expect(expected.deadEnds.some((text) => text.endsWith("true"))).toBe(worst.untilAt === undefined);
  expectForecastInTexts(shoot, row, now);
}

describe("every date and target of a row is what the policy core says", { timeout: 60_000 }, () => {
  test("of the demo fleet and 300 generated Shoots", async () => {
    const now = new Date("2026-08-10T09:30:00Z");
    const objects = demoObjects(now, 300);
    const { rows } = await watching(objects, now);
    const byUid = new Map(rows().map((row) => [row.uid, row]));
    expect(byUid.size).toBe(objects.shoots.length);
    for (const shoot of objects.shoots) {
      const row = byUid.get(shoot.metadata.uid ?? `${shoot.metadata.namespace}/${shoot.metadata.name}`);
      expectDescribed(row, shoot, profileFor(shoot, objects), now.getTime());
    }
    expect(rows().some(({ forecast: told }) => (told?.deadEnds.length ?? 0) > 0)).toBe(true);
    expectOverviewMatchesTexts(rows(), now.getTime());
  });

  test("of random landscapes", async () => {
    for (let seed = 1; seed <= caseCount(20, 60); seed++) {
      const { shoots, profile } = createRandomLandscape(seed);
      const { rows } = await watching({ shoots, cloudProfiles: [cloudProfileWith(profile)] }, randomLandscapeStart);
      const byName = new Map(rows().map((row) => [row.name, row]));
      for (const shoot of shoots) {
        expectDescribed(byName.get(shoot.metadata.name), shoot, profile, randomLandscapeStart.getTime());
      }
      expectOverviewMatchesTexts(rows(), randomLandscapeStart.getTime());
    }
  });

  test("of random landscapes after their profile has changed, although only the Shoots concerned were looked at", async () => {
    let [looked, total] = [0, 0];
    for (let seed = 1; seed <= caseCount(20, 60); seed++) {
      const { shoots, profile } = createRandomLandscape(seed);
      const other = createRandomLandscape(seed + 10_000).profile;
      const world = await watching({ shoots, cloudProfiles: [cloudProfileWith(profile)] }, randomLandscapeStart);
      const changed = seed % 2 === 0 ? other : { ...profile, kubernetes: withoutLast(profile) };
      const before = world.rows();
      await world.putProfile(cloudProfileWith(changed));
      const byName = new Map(world.rows().map((row) => [row.name, row]));
      for (const shoot of shoots) {
        const row = byName.get(shoot.metadata.name);
        expectDescribed(row, shoot, changed, randomLandscapeStart.getTime());
        const was = before.find(({ uid }) => uid === row?.uid)?.forecast;
        const { changed: mark, ...told } = row?.forecast ?? {};
        expect(mark !== undefined).toBe(JSON.stringify(told) !== JSON.stringify(was));
        looked += mark === undefined ? 0 : 1;
        total += 1;
      }
    }
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(total);
  });

  test("of random landscapes as time goes on and nobody touches anything", async () => {
    for (let seed = 1; seed <= caseCount(4, 12); seed++) {
      const { shoots, profile } = createRandomLandscape(seed);
      const { rows, clock } = await watching(
        { shoots, cloudProfiles: [cloudProfileWith(profile)] },
        randomLandscapeStart,
      );
      for (let day = 1; day <= 20; day++) {
        await clock.advance(dayMs + 17 * 60_000 + 30_000);
        const now = clock.wallMs();
        for (const row of rows()) {
          const shoot = shoots.find(({ metadata }) => metadata.name === row.name);
          if (shoot === undefined) throw new Error("a row without a Shoot");
          expectSameButClipped(row, shoot, profile, now);
        }
      }
    }
  });
});

test("forecasts that are due are told once, at their date and not before", () => {
  const { shoots, profile } = createRandomLandscape(1);
  const forecasts = new FleetForecasts();
  const make = (uids: readonly (string | undefined)[], now: number) => {
    for (const shoot of shoots) {
      if (uids.includes(shoot.metadata.uid))
        forecasts.rowFor(shoot, { spec: profile, reader: unknownProfile, rootProfile: "p", garden: {}, now }, shoot);
    }
  };
  const all = shoots.map(({ metadata }) => metadata.uid);
  expect(forecasts.nextDueAt()).toBe(Number.POSITIVE_INFINITY);
  make(all, randomLandscapeStart.getTime());
  const told = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const at = forecasts.nextDueAt();
    expect(forecasts.takeDue(at - 1)).toEqual([]);
    const due = forecasts.takeDue(at);
    expect(due).not.toEqual([]);
    expect(forecasts.nextDueAt()).toBeGreaterThan(at);
    make(due, at);
    expect(forecasts.nextDueAt()).toBeGreaterThan(at);
    for (const uid of due) told.add(uid);
  }
  expect(told.size).toBeGreaterThan(1);
});

test("of Shoots whose profile has changed those are the first whose forecasts change by its versions", () => {
  let [first, later] = [0, 0];
  for (let seed = 1; seed <= caseCount(20, 60); seed += 1) {
    const { shoots, profile } = createRandomLandscape(seed);
    const forecasts = new FleetForecasts();
    const now = randomLandscapeStart.getTime();
    const rowFor = (shoot: Shoot, spec: CloudProfileSpec) => {
      const {
        computedAt: _,
        changed: __,
        ...told
      } = forecasts.rowFor(shoot, { spec, reader: unknownProfile, rootProfile: "p", garden: {}, now }, shoot).told;
      return JSON.stringify(told);
    };
    const before = new Map(shoots.map((shoot) => [shoot.metadata.uid, rowFor(shoot, profile)]));
    const changed = { ...profile, kubernetes: withoutLast(profile) };
    const following = shoots.map(({ metadata }) => ({ uid: metadata.uid ?? "", spec: changed }));
    const order = forecasts.concernedFirst(following);
    expect([...order].sort()).toEqual(following.map(({ uid }) => uid).sort());
    const made = forecasts.computed;
    // Only Kubernetes versions have changed, so rows with a new forecast come first.
    const isNew = order.map((uid) => {
      const shoot = shoots.find(({ metadata }) => metadata.uid === uid);
      if (shoot === undefined) throw new Error(uid);
      const computed = forecasts.computed;
      const told = rowFor(shoot, changed);
      if (told !== before.get(uid)) expect(forecasts.computed).toBeGreaterThan(computed);
      return forecasts.computed > computed;
    });
    expect(isNew).toEqual([...isNew].sort((a, b) => Number(b) - Number(a)));
    first += forecasts.computed - made;
    later += isNew.filter((each) => !each).length;
  }
  expect(first).toBeGreaterThan(0);
  expect(later).toBeGreaterThan(0);
});

/** A forecast with an open window begins "now", which is the only allowed difference from a newly computed forecast. */
function expectSameButClipped(row: FleetRow, shoot: Shoot, profile: CloudProfileSpec, now: number) {
  const expected = expectedOf(shoot, profile, now);
  const clip = (at: number | undefined) => (at === undefined ? undefined : Math.max(at, now));
  expect(clip((row.forecast?.next ?? row.forecast?.forced[0])?.earliestAt)).toBe(expected.next);
  for (const hop of ["patch", "minor", "image"] as const) {
    const step = row.forecast?.forced.find((one) => one.hop === hop);
    expect(clip(step?.earliestAt)).toBe("patch" in expected.forced ? expected.forced[hop] : undefined);
  }
  expect(new Set(row.forecast?.deadEnds.map(({ code }) => code))).toEqual(
    new Set(expected.deadEnds.map((text) => text.split(" ")[0])),
  );
}

function withoutLast({ kubernetes }: CloudProfileSpec) {
  return { versions: (kubernetes?.versions ?? []).slice(0, -1) };
}

const gcp = (expirationDate: string): CloudProfile => ({
  metadata: { name: "gcp", uid: "cp" },
  spec: {
    kubernetes: {
      versions: [
        { version: "1.33.4", classification: "deprecated", expirationDate },
        { version: "1.34.1", classification: "supported" },
        { version: "1.36.2", classification: "supported", expirationDate: "2026-12-01T00:00:00Z" },
      ],
    },
  },
});

const onVersion = (name: string, version: string, generation = 1): Shoot => ({
  metadata: { name, namespace: "garden-p", uid: `uid-${name}`, generation },
  spec: {
    cloudProfileName: "gcp",
    kubernetes: { version },
    provider: { type: "gcp" },
    maintenance: { timeWindow: { begin: "220000+0000", end: "230000+0000" } },
  },
  status: { gardener: { version: "v1.149.3" } },
});

describe("a forecast in a row", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const world = () =>
    watching(
      { shoots: [onVersion("a", "1.33.4"), onVersion("b", "1.36.2")], cloudProfiles: [gcp("2026-11-24T00:00:00Z")] },
      now,
    );

  it("names the forced minor step, its interval and its cause", async () => {
    const { rows } = await world();
    expect(rows().find(({ name }) => name === "a")?.forecast?.forced).toEqual([
      expect.objectContaining({
        lane: "controlPlane",
        hop: "minor",
        kind: "forced",
        from: "1.33.4",
        to: "1.34.1",
        cause: "forced-next-minor",
        earliestAt: Date.parse("2026-11-24T22:00:00Z"),
        latestAt: Date.parse("2026-11-24T22:45:00Z"),
        endsAt: Date.parse("2026-11-24T00:00:00Z"),
      }),
    ]);
  });

  it("names what a dead end lacks, and where", async () => {
    const { rows } = await world();
    expect(rows().find(({ name }) => name === "b")?.forecast?.deadEnds).toEqual([
      expect.objectContaining({ code: "highest-minor", missing: "1.37.x", profile: "gcp", lane: "controlPlane" }),
    ]);
  });

  it("is told as changed, with what it was, on the clusters that a moved expiry concerns and on no others", async () => {
    const { rows, putProfile, fleet } = await world();
    const revision = fleet.profilesRevision();
    await putProfile(gcp("2026-12-24T00:00:00Z"));
    const [a, b] = ["a", "b"].map((wanted) => rows().find(({ name }) => name === wanted)?.forecast);
    expect(a?.changed).toEqual({
      at: now.getTime(),
      before: { at: Date.parse("2026-11-24T22:00:00Z"), to: "1.34.1" },
    });
    expect(a?.forced[0]?.earliestAt).toBe(Date.parse("2026-12-24T22:00:00Z"));
    expect(b?.changed).toBeUndefined();
    expect(fleet.profilesRevision()).not.toBe(revision);
  });

  it("is made anew when the Shoot's spec changes, and is then not told as changed by the profile", async () => {
    const { rows, putShoot } = await world();
    await putShoot(onVersion("a", "1.34.1", 2));
    const told = rows().find(({ name }) => name === "a")?.forecast;
    expect(told).toMatchObject({ forced: [], deadEnds: [] });
    expect(told?.changed).toBeUndefined();
  });

  it("stays as it was while only the status changes", async () => {
    const { rows, putShoot, clock } = await world();
    const before = rows().find(({ name }) => name === "a")?.forecast;
    await clock.advance(3_600_000);
    await putShoot({ ...onVersion("a", "1.33.4"), status: { gardener: { version: "v1.149.3" }, hibernated: true } });
    expect(rows().find(({ name }) => name === "a")).toMatchObject({ hibernated: true, forecast: before });
  });

  it("becomes overdue when the expiry passes, and moves on by a day when a window passes without the step", async () => {
    const { rows, clock } = await world();
    const step = () => rows().find(({ name }) => name === "a")?.forecast?.forced[0];
    expect(step()?.overdue).toBeUndefined();
    await clock.advance(Date.parse("2026-11-24T00:02:00Z") - now.getTime());
    expect(step()?.overdue).toBe(true);
    await clock.advance(dayMs);
    expect(step()).toMatchObject({ overdue: true, earliestAt: Date.parse("2026-11-25T22:00:00Z") });
  });

  it("says why there is none", async () => {
    const { rows } = await watching({ shoots: [onVersion("a", "1.33.4")], cloudProfiles: [] }, now);
    expect(rows()[0]?.forecast).toMatchObject({ without: "no-profile", forced: [], deadEnds: [] });
  });
});
