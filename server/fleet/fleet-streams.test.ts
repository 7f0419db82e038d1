import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { Freshness } from "#lib/contract/fleet.ts";
import type { Project } from "#lib/garden/project.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import type { UserScope } from "../access/user-scope.ts";
import { GardenError } from "../garden/garden-error.ts";
import type { Session } from "../identity/session.ts";
import { StreamReader } from "../testing/stream-reader.ts";
import { createFakeClock } from "../watch/testing/fake-clock.ts";
import type { Fleet } from "./fleet.ts";
import { toFleetRow } from "./fleet-row.ts";
import { FleetStreams } from "./fleet-streams.ts";
import { unknownProfile } from "./profile-reader.ts";
import { RowStore } from "./row-store.ts";

function scopeOf(...namespaces: string[]): UserScope {
  const key = namespaces.join(" ");
  const projects = namespaces.map((namespace) => ({ name: namespace, namespace }));
  const shown = { all: false, projects, unreadable: [] };
  return {
    all: false,
    namespaces: new Set(namespaces),
    shown,
    rowsKey: key,
    shownKey: key,
    identity: { name: "ada", groups: [] },
  };
}

function world() {
  const clock = createFakeClock();
  const store = new RowStore("e1", () => clock.monotonicMs());
  let freshness: Freshness = { state: "live", asOf: "2026-11-21T10:00:00.000Z" };
  let answer = async (): Promise<UserScope> => scopeOf("ns1");
  let profiles = "e1.0";
  const fleet: Fleet = {
    store,
    freshness: () => freshness,
    isSettled: () => true,
    rowOf: (shoot) => toFleetRow(shoot, { project: "p", profile: unknownProfile }),
    forecastOf: () => undefined,
    forecastStampOf: () => undefined,
    profilesRevision: () => profiles,
    close: () => undefined,
  };
  const streams = new FleetStreams({
    fleet,
    clock,
    random: () => 0,
    scopeOf: () => answer(),
    log: pino({ level: "silent" }),
  });
  return {
    clock,
    store,
    streams,
    put: (uid: string, namespace: string, resourceVersion = "1") =>
      store.put(
        toFleetRow(
          { metadata: { uid, namespace, name: uid, resourceVersion } },
          { project: "p", profile: unknownProfile },
        ),
      ),
    setProfiles: (revision: string) => {
      profiles = revision;
    },
    setFreshness: (next: Freshness) => {
      freshness = next;
    },
    answerScope: (next: () => Promise<UserScope>) => {
      answer = next;
    },
    session: (more: Partial<Session> = {}): Session => ({
      id: "s1",
      user: { name: "ada", groups: [] },
      method: "token",
      token: "t",
      signedInAt: clock.wallMs(),
      expiresAt: clock.wallMs() + 12 * hourMs,
      ...more,
    }),
  };
}

const quiet = () => new AbortController().signal;

describe("a stream", () => {
  test("begins with hello and a snapshot of what the user may see", async () => {
    const { streams, session, put, clock } = world();
    put("a", "ns1");
    put("b", "ns2");
    const response = await streams.open(session(), null, quiet());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const reader = new StreamReader(response);
    await clock.settle();
    expect(reader.types).toEqual(["hello", "snapshot"]);
    expect(reader.screen).toEqual(["a@1"]);
  });

  test("tells what changed within a tick as one frame, and nothing of other namespaces", async () => {
    const { streams, session, put, clock, store } = world();
    put("a", "ns1");
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    put("a", "ns1", "2");
    put("a", "ns1", "3");
    put("x", "ns2");
    store.remove("x");
    put("b", "ns1");
    await clock.advance(250);
    expect(reader.types).toEqual(["hello", "snapshot", "change"]);
    expect(reader.screen).toEqual(["a@3", "b@1"]);
    put("y", "ns2");
    await clock.advance(250);
    expect(reader.types).toEqual(["hello", "snapshot", "change"]);
  });

  test("goes on from Last-Event-ID with the difference only", async () => {
    const { streams, session, put, clock, store } = world();
    put("a", "ns1");
    put("b", "ns1");
    const cursor = store.cursorAt(store.clock);
    store.remove("a");
    put("c", "ns1");
    const reader = new StreamReader(await streams.open(session(), cursor, quiet()));
    await clock.settle();
    expect(reader.types).toEqual(["hello", "scope", "freshness", "change"]);
    expect(reader.frames.at(-1)).toMatchObject({ removes: ["a"], upserts: [{ uid: "c" }] });
    expect(reader.ids).toEqual([store.cursorAt(store.clock)]);
  });

  test.each(["other.1", "e1.999", "\u0000", "x".repeat(10_000)])("starts anew from the cursor %j", async (cursor) => {
    const { streams, session, clock } = world();
    const reader = new StreamReader(await streams.open(session(), cursor, quiet()));
    await clock.settle();
    expect(reader.types).toEqual(["hello", "snapshot"]);
  });

  test("says once that a profile has changed, after the rows that show what comes of it", async () => {
    const { streams, session, put, clock, setProfiles } = world();
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    put("a", "ns1");
    setProfiles("e1.1");
    await clock.advance(1_000);
    expect(reader.types).toEqual(["hello", "snapshot", "change", "profiles"]);
    expect(reader.frames[0]).toMatchObject({ profiles: "e1.0" });
    expect(reader.frames.at(-1)).toEqual({ type: "profiles", revision: "e1.1" });
  });

  test("says when the garden is lost and found, once each", async () => {
    const { streams, session, clock, setFreshness } = world();
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    setFreshness({ state: "stale", since: "2026-11-21T10:00:00Z", reason: "unreachable" });
    await clock.advance(1_000);
    setFreshness({ state: "live", asOf: "2026-11-21T10:01:00Z" });
    await clock.advance(1_000);
    setFreshness({ state: "live", asOf: "2026-11-21T10:02:00Z" });
    await clock.advance(1_000);
    expect(reader.types).toEqual(["hello", "snapshot", "freshness", "freshness"]);
  });

  test("beats when nothing else is said", async () => {
    const { streams, session, clock } = world();
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    await clock.advance(46_000);
    expect(reader.comments.filter((comment) => comment === ": beat")).toHaveLength(3);
  });

  test("ends after a quarter of an hour or more, and says when to come back", async () => {
    const { streams, session, clock } = world();
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    await clock.advance(15 * 60_000 + 1_000);
    expect(reader.types.at(-1)).toBe("bye");
    expect(reader.ended).toBe(true);
    expect(streams.size).toBe(0);
  });

  test("is forgotten when the browser goes away, and the tick stops with the last one", async () => {
    const { streams, session, clock } = world();
    const controller = new AbortController();
    new StreamReader(await streams.open(session(), null, controller.signal));
    await clock.settle();
    controller.abort();
    await clock.advance(1_000);
    expect(streams.size).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("S13: access that ends, ends on open streams too", () => {
  const project: Project = {
    metadata: { name: "ns1" },
    spec: { namespace: "ns1", members: [{ kind: "User", name: "ada" }] },
  };

  test("a removed member loses the rows within a tick and hears of them no more", async () => {
    const { streams, session, put, clock, answerScope } = world();
    put("a", "ns1");
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    answerScope(async () => scopeOf());
    streams.projectChanged(project, { ...project, spec: { ...project.spec, members: [] } });
    await clock.advance(500);
    expect(reader.types.slice(2)).toEqual(["scope", "change"]);
    expect(reader.screen).toEqual([]);
    put("a", "ns1", "2");
    await clock.advance(1_000);
    expect(reader.screen).toEqual([]);
  });

  test("a right that RBAC takes is noticed within five minutes without any event", async () => {
    const { streams, session, put, clock, answerScope } = world();
    put("a", "ns1");
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    answerScope(async () => scopeOf());
    await clock.advance(5 * 60_000);
    expect(reader.screen).toEqual([]);
  });

  test("a new project comes without a reload", async () => {
    const { streams, session, put, clock, answerScope } = world();
    put("a", "ns1");
    put("b", "ns2");
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    answerScope(async () => scopeOf("ns1", "ns2"));
    await clock.advance(61_000);
    expect(reader.screen).toEqual(["a@1", "b@1"]);
  });

  test("a token that the garden refuses ends the stream", async () => {
    const { streams, session, clock, answerScope } = world();
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    answerScope(() => Promise.reject(new GardenError({ reason: "unauthorized", message: "no" })));
    await clock.advance(61_000);
    expect(reader.types.at(-1)).toBe("reauth");
    expect(reader.ended).toBe(true);
  });

  test("while nobody can say what the user may see, rows stand still after five minutes and go on later", async () => {
    const { streams, session, put, clock, answerScope } = world();
    put("a", "ns1");
    const reader = new StreamReader(await streams.open(session(), null, quiet()));
    answerScope(() => Promise.reject(new GardenError({ reason: "unreachable", message: "away" })));
    await clock.advance(6 * 60_000);
    put("a", "ns1", "2");
    await clock.advance(1_000);
    expect(reader.screen).toEqual(["a@1"]);
    answerScope(async () => scopeOf("ns1"));
    await clock.advance(20_000);
    expect(reader.screen).toEqual(["a@2"]);
  });

  test("the session's end is announced a minute ahead and closes the stream within five seconds", async () => {
    const { streams, session, clock } = world();
    const reader = new StreamReader(
      await streams.open(session({ expiresAt: clock.wallMs() + 120_000 }), null, quiet()),
    );
    await clock.advance(61_000);
    expect(reader.types.at(-1)).toBe("reauth");
    expect(reader.ended).toBe(false);
    await clock.advance(60_000);
    expect(reader.ended).toBe(true);
  });

  test("signing out ends the session's own streams only", async () => {
    const { streams, session, clock } = world();
    const mine = new StreamReader(await streams.open(session(), null, quiet()));
    const other = new StreamReader(await streams.open(session({ id: "s2" }), null, quiet()));
    streams.endSession("s1");
    await clock.settle();
    expect([mine.ended, other.ended]).toEqual([true, false]);
  });
});

describe("S22, S26: many and slow readers", () => {
  test("the eleventh stream of one user is refused, another user's is not", async () => {
    const { streams, session } = world();
    for (let count = 0; count < 10; count += 1) await streams.open(session(), null, quiet());
    await expect(streams.open(session(), null, quiet())).rejects.toMatchObject({ reason: "too-many-requests" });
    await streams.open(session({ user: { name: "bob", groups: [] } }), null, quiet());
    expect(streams.size).toBe(11);
  });

  test("a reader that takes nothing is written nothing, and closed after half a minute", async () => {
    const { streams, session, put, clock } = world();
    for (let count = 0; count < 2_000; count += 1) put(`u${count}`, "ns1");
    const response = await streams.open(session(), null, quiet());
    expect(response.body?.locked).toBe(false);
    await clock.advance(29_000);
    expect(streams.size).toBe(1);
    await clock.advance(2_000);
    expect(streams.size).toBe(0);
  });

  test("a drain says goodbye to all, takes no one new, and stops the tick", async () => {
    const { streams, session, clock } = world();
    const readers = [1, 2, 3].map(async () => new StreamReader(await streams.open(session(), null, quiet())));
    const open = await Promise.all(readers);
    streams.drain();
    await clock.settle();
    expect(open.map(({ ended, types }) => [ended, types.at(-1)])).toEqual(open.map(() => [true, "bye"]));
    await expect(streams.open(session(), null, quiet())).rejects.toMatchObject({ reason: "not-ready" });
    expect(clock.pendingTimers).toBe(0);
  });
});
