import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { createProjectDirectory } from "#server/access/project-directory.ts";
import { createObjectCache } from "#server/watch/object-cache.ts";
import type { WatchedObject } from "#server/watch/packed-object.ts";
import { placeholderFor } from "#server/watch/placeholder.ts";
import { createFakeClock } from "#server/watch/testing/fake-clock.ts";
import { createFleet } from "./fleet.ts";
import { RowStore } from "./row-store.ts";

const silent = pino({ level: "silent" });
const everything = { all: true, namespaces: new Set<string>() };

function shoot(name: string, resourceVersion: string, spec: Partial<Shoot["spec"]> = {}): WatchedObject<Shoot> {
  return {
    metadata: { name, namespace: "garden-p", uid: `uid-${name}`, resourceVersion },
    spec: { cloudProfileName: "gcp", kubernetes: { version: "1.33.4" }, provider: { type: "gcp" }, ...spec },
  };
}

function profile(resourceVersion: string, expirationDate: string): WatchedObject<CloudProfile> {
  const versions = [{ version: "1.33.4", classification: "supported", expirationDate }];
  return { metadata: { name: "gcp", uid: "cp", resourceVersion }, spec: { kubernetes: { versions } } };
}

function world() {
  const clock = createFakeClock();
  const mirrors = {
    shoots: createObjectCache<Shoot>(silent),
    projects: createObjectCache<Project>(silent),
    cloudProfiles: createObjectCache<CloudProfile>(silent),
    namespacedCloudProfiles: createObjectCache<NamespacedCloudProfile>(silent),
  };
  const store = new RowStore("e1", () => clock.monotonicMs());
  const fleet = createFleet({
    sources: { ...mirrors, shoots: [mirrors.shoots] },
    directory: createProjectDirectory(mirrors.projects),
    store,
    clock,
  });
  const sync = async () => {
    mirrors.shoots.swap([shoot("a", "1"), shoot("b", "1")], "1");
    mirrors.projects.swap([], "1");
    mirrors.cloudProfiles.swap([profile("1", "2026-11-21T12:00:00Z")], "1");
    mirrors.namespacedCloudProfiles.swap([], "1");
    await clock.settle();
  };
  const rows = () => store.rows(everything);
  return { clock, ...mirrors, store, fleet, sync, rows };
}

describe("the fleet's freshness", () => {
  test("is loading until everything was read once, then live, stale with its reason, and live again", async () => {
    const { fleet, sync, shoots } = world();
    expect(fleet.freshness()).toEqual({ state: "loading" });
    await sync();
    expect(fleet.freshness().state).toBe("live");
    shoots.markStale("unreachable", Date.parse("2026-11-21T10:00:05Z"));
    expect(fleet.freshness()).toEqual({ state: "stale", since: "2026-11-21T10:00:05.000Z", reason: "unreachable" });
    shoots.markLive();
    expect(fleet.freshness().state).toBe("live");
  });

  test("is live again only when every row shows what was told on return", async () => {
    const { fleet, sync, shoots, clock, rows } = world();
    await sync();
    shoots.markStale("unreachable", 0);
    const many = Array.from({ length: 250 }, (_, at) => shoot(`s${at}`, "2"));
    shoots.apply(many.map((object) => ({ kind: "upsert", object })));
    shoots.markLive();
    expect([fleet.freshness().state, fleet.notLive().length]).toEqual(["stale", 1]);
    await clock.settle();
    expect([fleet.freshness().state, fleet.notLive().length, rows().length]).toEqual(["live", 0, 252]);
  });

  test("is loading and names what has failed when the garden was never reached", () => {
    const { fleet, shoots } = world();
    shoots.markStale("unreachable", 0);
    const parts = [{ part: "Shoots", since: "1970-01-01T00:00:00.000Z", reason: "unreachable" }];
    expect(fleet.freshness()).toEqual({ state: "loading", parts });
    expect(fleet.isSettled()).toBe(false);
  });

  test("waits for profiles that cannot be read: without them nothing is told of any row", async () => {
    const { fleet, shoots, projects, cloudProfiles, namespacedCloudProfiles, clock, rows } = world();
    shoots.swap([shoot("a", "1")], "1");
    projects.swap([], "1");
    namespacedCloudProfiles.swap([], "1");
    cloudProfiles.markStale("forbidden", 0);
    await clock.settle();
    expect(fleet.freshness()).toMatchObject({ state: "loading", parts: [{ part: "CloudProfiles" }] });
    expect(rows()).toEqual([]);
    expect(() => fleet.requireRead()).toThrow(
      "CloudProfiles have not been read yet: the garden answers 403 Forbidden.",
    );
    cloudProfiles.swap([profile("1", "2026-11-21T12:00:00Z")], "1");
    cloudProfiles.markLive();
    await clock.settle();
    expect(fleet.freshness().state).toBe("live");
    expect(rows().map(({ kubernetes }) => kubernetes.classification)).toEqual(["supported"]);
    fleet.requireRead();
  });

  test("does not wait for profiles of projects that the garden does not know", async () => {
    const { fleet, shoots, projects, cloudProfiles, namespacedCloudProfiles, clock, rows } = world();
    shoots.swap([shoot("a", "1")], "1");
    projects.swap([], "1");
    cloudProfiles.swap([profile("1", "2026-11-21T12:00:00Z")], "1");
    namespacedCloudProfiles.markStale("not-found", 0);
    await clock.settle();
    expect(fleet.freshness()).toEqual({ state: "live", asOf: "2026-11-21T10:00:00.000Z" });
    expect(rows()).toHaveLength(1);
  });

  test("names the part that is not live, in words, too", async () => {
    const { fleet, sync, cloudProfiles } = world();
    await sync();
    expect(fleet.notLive()).toEqual([]);
    cloudProfiles.markStale("forbidden", Date.parse("2026-11-21T10:00:05Z"));
    const parts = [{ part: "CloudProfiles", since: "2026-11-21T10:00:05.000Z", reason: "forbidden" }];
    expect(fleet.freshness()).toEqual({ state: "live", asOf: "2026-11-21T10:00:00.000Z", parts });
    expect(fleet.notLive()).toEqual([
      "CloudProfiles not live since Sat 21 Nov 2026, 10:00 UTC: versions and forecasts may be old.",
    ]);
  });
});

describe("a row is made again", () => {
  test("when its Shoot changes, and only that one", async () => {
    const { store, sync, shoots, clock } = world();
    await sync();
    const before = store.clock;
    shoots.apply([{ kind: "upsert", object: shoot("a", "2", { purpose: "production" }) }]);
    await clock.settle();
    expect(store.clock).toBe(before + 1);
  });

  test("when its Shoot goes", async () => {
    const { sync, shoots, clock, rows } = world();
    await sync();
    shoots.apply([{ kind: "delete", object: shoot("a", "2") }]);
    await clock.settle();
    expect(rows().map(({ name }) => name)).toEqual(["b"]);
  });

  test("when its project becomes known", async () => {
    const { sync, projects, clock, rows } = world();
    await sync();
    expect(rows()[0]?.project).toBe("p");
    const named = { metadata: { name: "payments", uid: "pr", resourceVersion: "2" }, spec: { namespace: "garden-p" } };
    projects.apply([{ kind: "upsert", object: named }]);
    await clock.settle();
    expect(rows().map(({ project }) => project)).toEqual(["payments", "payments"]);
  });

  test("when its project defines other custom fields, and only then with their values", async () => {
    const { sync, projects, clock, rows } = world();
    await sync();
    const define = async (resourceVersion: string, customFields: string | undefined) => {
      const annotations = customFields === undefined ? {} : { [projectAnnotations.customFields]: customFields };
      const metadata = { name: "p", uid: "project", resourceVersion, annotations };
      projects.apply([{ kind: "upsert", object: { metadata, spec: { namespace: "garden-p" } } }]);
      await clock.settle();
      return rows().map((row) => row.customFields);
    };
    expect(await define("2", undefined)).toEqual([undefined, undefined]);
    const type = { "Type@spec.provider.type": "gcp" };
    expect(await define("3", '[{"name":"Type","path":"spec.provider.type"}]')).toEqual([type, type]);
    const name = rows().map((row) => ({ "Type@metadata.name": row.name }));
    expect(await define("4", '[{"name":"Type","path":"metadata.name"}]')).toEqual(name);
    expect(await define("5", "no JSON")).toEqual([undefined, undefined]);
  });

  test("when its profile changes", async () => {
    const { sync, cloudProfiles, clock, rows } = world();
    await sync();
    cloudProfiles.apply([{ kind: "upsert", object: profile("2", "2026-01-01T00:00:00Z") }]);
    await clock.settle();
    expect(rows().map(({ kubernetes }) => kubernetes.classification)).toEqual(["expired", "expired"]);
  });

  test("when a date of its profile passes, without any event", async () => {
    const { sync, clock, rows } = world();
    await sync();
    expect(rows()[0]?.kubernetes.classification).toBe("supported");
    await clock.advance(2 * 3_600_000 + 5);
    expect(rows().map(({ kubernetes }) => kubernetes.classification)).toEqual(["expired", "expired"]);
  });

  test("not when only what no row shows has changed", async () => {
    const { store, sync, shoots, cloudProfiles, clock } = world();
    await sync();
    const before = store.clock;
    cloudProfiles.apply([{ kind: "upsert", object: profile("2", "2026-11-21T12:00:00Z") }]);
    shoots.markStale("x", 0);
    shoots.markLive();
    await clock.settle();
    expect(store.clock).toBe(before);
  });
});

test("after it is closed nothing is made and no timer is left", async () => {
  const { fleet, sync, shoots, clock, store } = world();
  await sync();
  fleet.close();
  shoots.apply([{ kind: "upsert", object: shoot("c", "2") }]);
  await clock.advance(10_000_000);
  expect(store.size).toBe(2);
  expect(clock.pendingTimers).toBe(0);
});

test("a Shoot of which only a placeholder is held has a row and a forecast, and keeps nobody from theirs", async () => {
  const { shoots, sync, rows, store, fleet } = world();
  await sync();
  const large: unknown = { ...placeholderFor(shoot("a", "2"), { kind: "size", bytes: 2_000_000 }), kind: "Shoot" };
  if (!isKubeObject<WatchedObject<Shoot>>(large)) throw new Error("no object");
  shoots.apply([
    { kind: "upsert", object: large },
    { kind: "upsert", object: shoot("c", "3") },
  ]);
  await eventually(() => expect(store.size).toBe(3));
  expect(
    rows()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["a", "b", "c"]);
  expect(fleet.forecastOf("uid-a")?.forecast.outcome).toBe("unknown");
});
