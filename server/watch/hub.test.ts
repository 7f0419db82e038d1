import { setImmediate as immediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Change, noChange, toObjectSet } from "#lib/live/change.ts";
import { createHub, type HubMessage } from "./hub.ts";

interface Row {
  readonly uid: string;
  readonly version: number;
}

const row = (uid: string, version = 1): Row => ({ uid, version });
const set = (...rows: Row[]) => toObjectSet(rows, ({ uid }) => uid);
const adds = (...rows: Row[]): Change<Row> => ({ ...noChange(), added: set(...rows) });
const removes = (...rows: Row[]): Change<Row> => ({ ...noChange(), removed: set(...rows) });
const stale = { kind: "stale", since: "2026-11-21T10:00:00Z", reason: "unreachable" } as const;

function loggedHub() {
  const logged: string[] = [];
  const log = { info: () => {}, warn: (_: object, message: string) => void logged.push(message) };
  return { hub: createHub<Row>(log), logged };
}

/** A listener that takes its time: each message is done when the test says so. */
function slowListener() {
  const heard: HubMessage<Row>[] = [];
  const open: PromiseWithResolvers<void>[] = [];
  return {
    heard,
    listener: (message: HubMessage<Row>) => {
      heard.push(message);
      const gate = Promise.withResolvers<void>();
      open.push(gate);
      return gate.promise;
    },
    async finish() {
      open.shift()?.resolve();
      await immediate();
    },
  };
}

describe("a hub", () => {
  test("a subscriber that throws is dropped and logged; the others are served", async () => {
    const { hub, logged } = loggedHub();
    const heard: string[] = [];
    hub.subscribe(() => void heard.push("first"));
    hub.subscribe(() => {
      throw new Error("broken");
    });
    hub.subscribe(async () => {
      throw new Error("broken later");
    });
    hub.subscribe(() => void heard.push("last"));
    hub.publish(adds(row("a")));
    await immediate();
    hub.publish(adds(row("b")));
    expect(heard).toEqual(["first", "last", "first", "last"]);
    expect(logged).toHaveLength(2);
    expect(hub.size).toBe(2);
  });

  test("a slow subscriber's backlog becomes one difference: nothing is lost and nothing grows", async () => {
    const { hub } = loggedHub();
    const slow = slowListener();
    hub.subscribe(slow.listener);
    hub.publish(adds(row("a")));
    for (let at = 0; at < 1_000; at += 1) {
      hub.publish(adds(row("passing", at)));
      hub.publish(removes(row("passing", at)));
    }
    hub.publish(adds(row("b")));
    hub.publish(removes(row("a")));
    expect(slow.heard).toHaveLength(1);
    await slow.finish();
    expect(slow.heard).toEqual([
      { kind: "difference", upserts: [row("a")], removes: [] },
      { kind: "difference", upserts: [row("b")], removes: [row("a")] },
    ]);
  });

  test("a slow subscriber hears the newest state after what it missed", async () => {
    const { hub } = loggedHub();
    const slow = slowListener();
    hub.subscribe(slow.listener);
    hub.publish(adds(row("a")));
    hub.announce(stale);
    hub.publish(adds(row("b")));
    hub.announce({ kind: "live" });
    await slow.finish();
    await slow.finish();
    expect(slow.heard.map(({ kind }) => kind)).toEqual(["difference", "difference", "live"]);
  });

  test("what comes to nothing is not said", async () => {
    const { hub } = loggedHub();
    const slow = slowListener();
    hub.subscribe(slow.listener);
    hub.publish(noChange());
    expect(slow.heard).toEqual([]);
    hub.publish(adds(row("a")));
    hub.publish(adds(row("b")));
    hub.publish(removes(row("b")));
    await slow.finish();
    expect(slow.heard).toHaveLength(1);
  });

  test("a subscription that has ended hears nothing more, not even what was missed", async () => {
    const { hub } = loggedHub();
    const slow = slowListener();
    const unsubscribe = hub.subscribe(slow.listener);
    hub.publish(adds(row("a")));
    hub.publish(adds(row("b")));
    unsubscribe();
    await slow.finish();
    hub.announce(stale);
    expect(slow.heard).toHaveLength(1);
    expect(hub.size).toBe(0);
  });

  test("a subscriber may end another's subscription while it is being served", () => {
    const { hub } = loggedHub();
    const heard: string[] = [];
    const subscriptions: (() => void)[] = [];
    hub.subscribe(() => {
      heard.push("first");
      for (const unsubscribe of subscriptions) unsubscribe();
    });
    subscriptions.push(hub.subscribe(() => void heard.push("second")));
    hub.publish(adds(row("a")));
    expect(heard).toEqual(["first"]);
  });
});
