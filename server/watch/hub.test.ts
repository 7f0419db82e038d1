import { describe, expect, test } from "vitest";
import { createHub, type HubMessage } from "./hub.ts";

interface Row {
  readonly uid: string;
  readonly version: number;
}

const row = (uid: string, version = 1): Row => ({ uid, version });
const adds = (...upserts: Row[]) => ({ upserts, removes: [] });
const removes = (...gone: Row[]) => ({ upserts: [], removes: gone });
const stale = { kind: "stale", since: "2026-11-21T10:00:00Z", reason: "unreachable" } as const;

function loggedHub() {
  const logged: string[] = [];
  const log = { warn: (_: object, message: string) => void logged.push(message) };
  return { hub: createHub<Row>(log), logged };
}

describe("a hub", () => {
  test("a subscriber that throws is dropped and logged; the others are served", () => {
    const { hub, logged } = loggedHub();
    const heard: string[] = [];
    hub.subscribe(() => void heard.push("first"));
    hub.subscribe(() => {
      throw new Error("broken");
    });
    hub.subscribe(() => void heard.push("last"));
    hub.publish(adds(row("a")));
    hub.publish(adds(row("b")));
    expect(heard).toEqual(["first", "last", "first", "last"]);
    expect(logged).toHaveLength(1);
    expect(hub.size).toBe(2);
  });

  test("what comes to nothing is not said", () => {
    const { hub } = loggedHub();
    const heard: HubMessage<Row>[] = [];
    hub.subscribe((message) => void heard.push(message));
    hub.publish(adds());
    expect(heard).toEqual([]);
  });

  test("changes and states are heard in their order", () => {
    const { hub } = loggedHub();
    const heard: HubMessage<Row>[] = [];
    hub.subscribe((message) => void heard.push(message));
    hub.publish(adds(row("a")));
    hub.announce(stale);
    hub.publish(removes(row("a")));
    hub.announce({ kind: "live" });
    expect(heard).toEqual([
      { kind: "difference", upserts: [row("a")], removes: [] },
      stale,
      { kind: "difference", upserts: [], removes: [row("a")] },
      { kind: "live" },
    ]);
  });

  test("a subscription that has ended hears nothing more", () => {
    const { hub } = loggedHub();
    const heard: HubMessage<Row>[] = [];
    const unsubscribe = hub.subscribe((message) => void heard.push(message));
    hub.publish(adds(row("a")));
    unsubscribe();
    hub.publish(adds(row("b")));
    hub.announce(stale);
    expect(heard).toHaveLength(1);
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
