import { pino } from "pino";
import type { FleetFreshness } from "#lib/contract/fleet.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { StreamReader } from "#server/testing/stream-reader.ts";
import { createFakeClock } from "#server/watch/testing/fake-clock.ts";
import type { Fleet } from "./fleet.ts";
import { FleetCursors } from "./fleet-cursors.ts";
import { toFleetRow } from "./fleet-row.ts";
import { FleetStreams } from "./fleet-streams.ts";
import { unknownProfile } from "./profile-reader.ts";
import { RowStore } from "./row-store.ts";
import { OperationSummaries } from "./summaries/operation-summaries.ts";

/** The access of a user who sees these namespaces. */
export function userScopeOf(...namespaces: string[]): UserScope {
  const key = namespaces.join("-");
  const projects = namespaces.map((namespace) => ({ name: namespace, namespace }));
  const shown = { all: false, projects, unreadable: [] };
  return {
    all: false,
    namespaces: new Set(namespaces),
    shown,
    rowsKey: key,
    shownKey: key,
    identity: { name: "ada", groups: [] },
    askedAt: 0,
  };
}

/** Event streams over a store, a clock and access decisions that the test controls. */
export function createStreamTestBed() {
  const clock = createFakeClock();
  const store = new RowStore("e1", () => clock.monotonicMs());
  let freshness: FleetFreshness = { state: "live", asOf: "2026-11-21T10:00:00.000Z" };
  let answer = async (): Promise<UserScope> => userScopeOf("ns1");
  let random = 0;
  let full = false;
  let profiles = "e1.0";
  let idle = true;
  const cursors = new FleetCursors({ store, now: () => clock.wallMs(), reading: () => undefined });
  const fleet: Fleet = {
    store,
    cursors,
    summaries: new OperationSummaries({ now: () => clock.wallMs(), gardenFacts: () => ({}) }),
    freshness: () => freshness,
    isSettled: () => true,
    isIdle: () => idle,
    settled: Promise.resolve(),
    requireRead: () => undefined,
    notLive: () => [],
    caveats: () => [],
    knowsWhatIsGone: () => true,
    rowOf: (shoot) => toFleetRow(shoot, { project: "p", profile: unknownProfile, now: clock.wallMs() }),
    customFieldsOf: () => [],
    viewOf: () => ({}),
    forecastOf: () => undefined,
    forecastStampOf: () => undefined,
    profilesRevision: () => profiles,
    close: () => undefined,
  };
  const streams = new FleetStreams({
    fleet,
    clock,
    random: () => random,
    scopeOf: async () => {
      const askedAt = clock.monotonicMs();
      return { ...(await answer()), askedAt };
    },
    heap: {
      requireRoom(what) {
        if (full) throw new ProblemError("not-ready", { detail: what });
      },
    },
    log: pino({ level: "silent" }),
  });
  const session = (more: Partial<Session> = {}): Session => ({
    id: "s1",
    user: { name: "ada", groups: [] },
    method: "token",
    token: "t",
    signedInAt: clock.wallMs(),
    expiresAt: clock.wallMs() + 12 * hourMs,
    ...more,
  });
  const here = () => cursors.now(userScopeOf("ns1"));
  return {
    clock,
    store,
    streams,
    session,
    /** The cursor of a page that has just read everything. */
    here,
    /** The stream of a page that has just read everything. */
    async follow(given = session(), signal = new AbortController().signal) {
      const rows = store.rows(userScopeOf("ns1"));
      const cursor = here();
      return new StreamReader(await streams.open(given, cursor, { signal, isPacked: false }), { cursor, rows });
    },
    fillHeap: () => {
      full = true;
    },
    setRandom: (next: number) => {
      random = next;
    },
    put: (uid: string, namespace: string, resourceVersion = "1") =>
      store.put(
        toFleetRow(
          { metadata: { uid, namespace, name: uid, resourceVersion } },
          { project: "p", profile: unknownProfile, now: clock.wallMs() },
        ),
      ),
    /** Sets whether rows are waiting to be recomputed. */
    setIdle: (next: boolean) => {
      idle = next;
    },
    setProfiles: (revision: string) => {
      profiles = revision;
    },
    setFreshness: (next: FleetFreshness) => {
      freshness = next;
    },
    answerScope: (next: () => Promise<UserScope>) => {
      answer = next;
    },
  };
}
