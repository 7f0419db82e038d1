import { afterEach, describe, expect, test, vi } from "vitest";
import { DELETE as signOutEverywhere } from "#app/api/session/everywhere/route.ts";
import { GET as getSession } from "#app/api/session/route.ts";
import { sessionSchema } from "#lib/contract/session.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { Almanac } from "#server/app/container.ts";
import type { Transport } from "#server/garden/transport.ts";
import { hashOwnerName } from "#server/storage/own-keeping.ts";
import { Browser, signInAs } from "#server/testing/browser.ts";
import { ownConfigMapsTarget, parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import {
  cookieHeaderFrom,
  createTransportGarden,
  pageRequest,
  problemIn,
  startRouteTestBed,
} from "#server/testing/route-test-bed.ts";
import { createTrustingGarden } from "#server/testing/sign-in/oidc-test-bed.ts";
import { createSkewedClock } from "#server/testing/skewed-clock.ts";
import { rejectOnAbort } from "#server/watch/clock.ts";
import { mergeSignOutTimes } from "./sign-out-store.ts";
import { createSignOuts, signOutDelayMs } from "./sign-outs.ts";

const clock = createSkewedClock();
const demo = startDemoTestBed({ clock });
afterEach(() => demo.forget());

const leave = (browser: Browser) =>
  signOutEverywhere(pageRequest("/api/session/everywhere", { method: "DELETE", cookie: browser.cookie }));
const stored = () => demo.embedded.api.list(ownConfigMapsTarget).map(({ metadata }) => metadata.name);
const stateAt = async (app: Almanac, browser: Browser) => (await app.readSession(browser.cookie)).kind;

describe("signing out everywhere", () => {
  test("ends every session of the person at its next request, and nobody else's", async () => {
    const [here, there, other] = [await signInAs("viewer"), await signInAs("viewer"), await signInAs("operator")];
    const response = await leave(here);
    expect(response.status).toBe(204);
    expect(cookieHeaderFrom(response.headers.getSetCookie())).toBe("");
    for (const browser of [here, there]) {
      expect(await problemIn(await browser.session())).toMatchObject({ status: 401, reason: "session-expired" });
    }
    expect((await other.session()).status).toBe(200);
    expect(stored()).toEqual(["almanac-sign-outs"]);
  });

  test("ends the open pages, and leaves the person free to sign in again at once", async () => {
    const [here, there] = [await signInAs("owner-data"), await signInAs("owner-data")];
    const stream = await there.stream();
    await leave(here);
    await vi.waitUntil(() => stream.ended, eventuallyTimeoutMs);
    expect(stream.types.at(-1)).toBe("reauth");
    there.close();
    const again = await signInAs("owner-data");
    expect((await again.session()).status).toBe(200);
    // An older sign-out than the newest does not count again.
    expect((await there.session()).status).toBe(401);
  });

  test("is no way back for a session whose token is renewed meanwhile", async () => {
    const here = await signInAs("owner-commerce");
    const reading = await demo.app.readSession(here.cookie);
    if (reading.kind !== "active") throw new Error(`the session is ${reading.kind}`);
    await leave(here);
    const renewed = new Browser(cookieHeaderFrom(await demo.app.sessions.renew(reading.session, null)));
    expect(await stateAt(demo.app, renewed)).toBe("ended");
    const begun = new Browser(cookieHeaderFrom(await demo.app.sessions.begin(reading.session)));
    expect(await stateAt(demo.app, begun), "while a new sign-in is one, whatever the clocks say").toBe("active");
  });

  test("S21: leaves an audit line", async () => {
    const before = demo.log.length;
    await leave(await signInAs("stranger"));
    const lines = demo.log.slice(before).filter((line) => line.includes('"audit":"sign-out-everywhere"'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ result: "done" }]);
  });

  test("keeps no name of a person in the garden, only its hash", async () => {
    await leave(await signInAs("stranger"));
    const [kept] = demo.embedded.api.list(ownConfigMapsTarget);
    expect(JSON.stringify(kept)).not.toContain("whitlock");
    expect(JSON.stringify(kept)).toContain(hashOwnerName("sam.whitlock@harborline.example"));
  });
});

describe("at another replica", () => {
  const ada = { name: "ada", groups: [] };
  let fault: "none" | "broken" | "hanging" = "none";
  /** Whether each request of replicas was for metadata only. */
  const requests: boolean[] = [];
  afterEach(() => {
    fault = "none";
  });

  function startReplica() {
    const otherClock = createSkewedClock();
    const { garden } = connectEmbeddedGarden(demo.embedded, (inner): Transport => {
      return {
        close: () => inner.close(),
        async send(request) {
          requests.push(request.headers.accept?.includes("PartialObjectMetadata") === true);
          if (fault === "none") return inner.send(request);
          if (fault === "broken") throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
          return rejectOnAbort(Promise.withResolvers<never>().promise, request.signal);
        },
      };
    });
    if (garden.own === undefined) throw new Error("Almanac has a credential of its own in the demo");
    const keeping = { client: garden.own, namespace: demo.app.config.namespace };
    const { log } = demo.app;
    const signOuts = createSignOuts({ keeping, clock: otherClock, log, longestSessionMs: dayMs });
    return { clock: otherClock, signOuts };
  }

  /** A session that has just ended at the first replica, while the other one has the state of before. */
  async function endedElsewhere() {
    const replica = startReplica();
    const session = { user: ada, signedInAt: demo.app.now() };
    expect(await replica.signOuts.hasEnded(session)).toBe(false);
    await demo.app.sessions.signOuts?.endAll(session, new AbortController().signal);
    return { ...replica, session };
  }

  test("a session has ended after ten seconds, whatever was asked there before", async () => {
    const { clock: otherClock, signOuts, session } = await endedElsewhere();
    const told = new Promise<boolean>((resolve) => signOuts.onEnd((hasEnded) => resolve(hasEnded(session))));
    otherClock.skip(signOutDelayMs);
    expect(await signOuts.hasEnded(session)).toBe(true);
    expect(await told, "open pages are told").toBe(true);
  });

  test("who has signed out is read only after a change, and a page's user is hashed once", async () => {
    const { clock: otherClock, signOuts, session } = await endedElsewhere();
    const names = vi.fn(() => "grace");
    const page = { user: Object.defineProperty({ ...ada }, "name", { get: names }), signedInAt: session.signedInAt };
    let told = 0;
    signOuts.onEnd((hasEnded) => {
      told += 1;
      hasEnded(page);
    });
    const readsAfter = async (act: () => unknown) => {
      await act();
      requests.length = 0;
      otherClock.skip(signOutDelayMs);
      await signOuts.hasEnded(session);
      return [...requests];
    };
    expect(await readsAfter(() => undefined), "after the change its content is read").toEqual([true, false]);
    expect(await readsAfter(() => undefined), "without another change only its version").toEqual([true]);
    const another = { user: { name: "another", groups: [] }, signedInAt: demo.app.now() };
    const leaveElsewhere = () => demo.app.sessions.signOuts?.endAll(another, new AbortController().signal);
    expect(await readsAfter(leaveElsewhere)).toEqual([true, false]);
    expect([told, names.mock.calls.length]).toEqual([2, 1]);
  });

  test("within the ten seconds it is read again, and nobody waits for that", async () => {
    const { clock: otherClock, signOuts, session } = await endedElsewhere();
    otherClock.skip(signOutDelayMs / 2);
    expect(await signOuts.hasEnded(session)).toBe(false);
    await vi.waitFor(async () => expect(await signOuts.hasEnded(session)).toBe(true), eventuallyTimeoutMs);
  });

  test("a garden that does not answer keeps nobody out, and is asked again", async () => {
    const { clock: otherClock, signOuts, session } = await endedElsewhere();
    fault = "broken";
    otherClock.skip(signOutDelayMs);
    expect(await signOuts.hasEnded(session)).toBe(false);
    fault = "none";
    otherClock.skip(signOutDelayMs);
    await vi.waitFor(async () => expect(await signOuts.hasEnded(session)).toBe(true), eventuallyTimeoutMs);
  });

  test("a garden that hangs is waited for once, a second at most", async () => {
    const { clock: otherClock, signOuts, session } = await endedElsewhere();
    fault = "hanging";
    otherClock.skip(signOutDelayMs);
    expect(await signOuts.hasEnded(session)).toBe(false);
    // Nothing can answer any more: whoever waited would wait for ever with these timers.
    vi.useFakeTimers();
    try {
      expect(await signOuts.hasEnded(session)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test("what has a form that is not known ends nobody's session, and is not written over", async () => {
    const { clock: otherClock, signOuts, session } = await endedElsewhere();
    const target = { ...ownConfigMapsTarget, name: "almanac-sign-outs" };
    demo.embedded.api.patch(target, { data: { "sign-outs": "[]" } });
    otherClock.skip(signOutDelayMs);
    expect(await signOuts.hasEnded(session)).toBe(false);
    await expect(signOuts.endAll(session, new AbortController().signal)).rejects.toThrow(
      /form that this Almanac does not know/,
    );
    expect(demo.embedded.api.get(target)).toMatchObject({ data: { "sign-outs": "[]" } });
  });
});

describe("where nothing can be stored", () => {
  test.each([
    ["without a credential of Almanac's own", {}, "forbidden"],
    ["in read-only mode", { READ_ONLY: "true" }, "read-only"],
  ])("%s it is refused, and nothing is said to have ended", async (_what, more, reason) => {
    const world = await startRouteTestBed({ found: createTransportGarden(createTrustingGarden()), env: more });
    try {
      const session = {
        ...{ id: "s", method: "token" as const, token: "e30.e30.c2ln", user: { name: "ada", groups: [] } },
        ...{ signedInAt: world.app.now(), expiresAt: world.app.now() + dayMs },
      };
      const cookie = cookieHeaderFrom(await world.app.sessions.begin(session));
      const response = await leave(new Browser(cookie));
      expect(await problemIn(response)).toMatchObject({ status: 403, reason });
      expect(response.headers.getSetCookie()).toEqual([]);
      const shown = await parseOkResponse(await getSession(pageRequest("/api/session", { cookie })), sessionSchema);
      expect(shown.signsOutEverywhere).toBe(false);
    } finally {
      await world.stop();
    }
  });
});

describe("clocks that differ, and room for ten thousand people", () => {
  test("ends the session that asked for it, also if it began at a replica whose clock is ahead", async () => {
    const begun = { user: { name: "grace", groups: [] }, signedInAt: demo.app.now() + 2_000 };
    await demo.app.sessions.signOuts?.endAll(begun, new AbortController().signal);
    expect(await demo.app.sessions.signOuts?.hasEnded(begun)).toBe(true);
    const next = { ...begun, signedInAt: demo.app.sessions.signOuts?.beginAfter(begun) ?? 0 };
    expect(await demo.app.sessions.signOuts?.hasEnded(next)).toBe(false);
    await demo.app.sessions.signOuts?.endAll(next, new AbortController().signal);
    expect(await demo.app.sessions.signOuts?.hasEnded(next)).toBe(true);
  });

  test("is refused when too many others have done so, instead of forgetting one of them", async () => {
    const target = { ...ownConfigMapsTarget, name: "almanac-sign-outs" };
    const first = { user: { name: "first", groups: [] }, signedInAt: demo.app.now() };
    await demo.app.sessions.signOuts?.endAll(first, new AbortController().signal);
    const others = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`other-${index}`, demo.app.now()]));
    demo.embedded.api.patch(target, { data: { "sign-outs": JSON.stringify(others) } });
    const late = { user: { name: "late", groups: [] }, signedInAt: demo.app.now() };
    const refused = demo.app.sessions.signOuts?.endAll(late, new AbortController().signal);
    await expect(refused).rejects.toMatchObject({ reason: "conflict" });
    expect(await demo.app.sessions.signOuts?.hasEnded(first)).toBe(true);
    demo.embedded.api.patch(target, { data: { "sign-outs": "{}" } });
  });
});

describe("the stored times", () => {
  test("of a person the later one counts, and those that no session can be older than are dropped", () => {
    const now = 1_000 * dayMs;
    const kept = new Map([
      ["a", now - 3],
      ["b", now - 2],
      ["c", now - 2 * dayMs],
    ]);
    expect(
      mergeSignOutTimes(
        kept,
        new Map([
          ["a", now],
          ["b", now - 5],
        ]),
        { now, longestSessionMs: dayMs },
      ),
    ).toEqual(
      new Map([
        ["a", now],
        ["b", now - 2],
      ]),
    );
  });
});
