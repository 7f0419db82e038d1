import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import type { StreamHandlers } from "./fleet-stream.ts";
import { openSharedStream } from "./shared-stream.ts";

interface Opened {
  readonly tab: string;
  readonly cursor: string;
  readonly handlers: StreamHandlers;
  closed: boolean;
}

interface Timer {
  readonly tab: string;
  readonly ms: number;
  readonly run: () => void;
}

const gatherMs = 200;

let opened: Opened[];
let timers: Set<Timer>;
let ends: Map<string, () => void>;

beforeEach(() => {
  opened = [];
  timers = new Set();
  ends = new Map();
});
afterEach(() => {
  for (const end of ends.values()) end();
});

/** A fake tab with real locks and broadcast channels, whose streams and clock the test controls. */
function openTab(tab: string, cursor: string) {
  const heard: unknown[] = [];
  const states: string[] = [];
  const close = openSharedStream(
    cursor,
    {
      opened: () => states.push("opened"),
      failed: () => states.push("failed"),
      message: (data) => heard.push(data),
    },
    {
      name: `stream of ${expect.getState().currentTestName}`,
      locks: navigator.locks,
      openChannel: (name) => new BroadcastChannel(name),
      openOwn: (from, handlers) => {
        const entry: Opened = { tab, cursor: from, handlers, closed: false };
        opened.push(entry);
        return () => {
          entry.closed = true;
        };
      },
      later: (run, ms) => {
        const timer: Timer = { tab, ms, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
  );
  ends.set(tab, close);
  return { heard, states, close };
}

const places = () => opened.map(({ tab, cursor, closed }) => `${tab} ${cursor}${closed ? " closed" : ""}`);
const until = (said: () => void) => eventually(said);
const newest = () => {
  const entry = opened.at(-1);
  if (entry === undefined) throw new Error("no stream is open");
  return entry;
};

/** Advances the clock by one wait as soon as the code under test waits for that long. */
async function elapse(tab: string, ms: number): Promise<void> {
  const due = () => [...timers].find((timer) => timer.tab === tab && timer.ms === ms);
  await until(() => expect(due()).toBeDefined());
  const timer = due();
  if (timer) timers.delete(timer);
  timer?.run();
}

/** The first tab, which holds the stream, and a second tab that has joined. */
async function twoTabs(first: string, second: string) {
  const holder = openTab("a", first);
  await until(() => expect(places()).toEqual([`a ${first}`]));
  const other = openTab("b", second);
  await elapse("a", gatherMs);
  newest().handlers.opened();
  await until(() => expect(other.states).toEqual(["opened"]));
  return { holder, other };
}

describe("one stream for all tabs", () => {
  test("a second tab opens none, and hears what the first one hears", async () => {
    const { holder, other } = await twoTabs("e.5", "e.5");
    newest().handlers.message("a change", "e.6");
    await until(() => expect(other.heard).toEqual(["a change"]));
    expect(holder.heard).toEqual(["a change"]);
    expect(places()).toEqual(["a e.5 closed", "a e.5"]);
  });

  test.each([
    ["that joins further back", "e.9", "e.5", "e.5"],
    ["that joins further on", "e.5", "e.9", "e.5"],
    ["as far, by number and not by text", "e.10", "e.9", "e.9"],
    ["of another replica", "e.5", "f.9", "e.5,f.9"],
    ["that holds nothing yet", "e.5", "", ""],
  ])("a tab %s misses nothing, and neither does the first one", async (_, first, second, from) => {
    await twoTabs(first, second);
    expect(places()).toEqual([`a ${first} closed`, `a ${from}`]);
  });

  test("when the holder goes, the next one carries on after the last thing that it heard itself", async () => {
    const { holder, other } = await twoTabs("e.5", "e.5");
    newest().handlers.message("a change", "e.6");
    await until(() => expect(other.heard).toHaveLength(1));
    holder.close();
    await until(() => expect(places().at(-1)).toBe("b e.6"));
    expect(opened.filter(({ closed }) => !closed)).toHaveLength(1);
  });

  test("a failure is the holder's own, and gives the next one its turn", async () => {
    const { holder, other } = await twoTabs("e.5", "e.5");
    newest().handlers.failed();
    expect(holder.states).toEqual(["opened", "failed"]);
    // The tab does the same after a failure, before it retries.
    holder.close();
    await until(() => expect(places().at(-1)).toBe("b e.5"));
    expect(other.states).toEqual(["opened"]);
  });

  test("who listens when a new holder begins hears it, without another stream for each", async () => {
    const { holder } = await twoTabs("e.5", "e.5");
    const third = openTab("c", "e.3");
    await elapse("a", gatherMs);
    expect(places().at(-1)).toBe("a e.3");
    newest().handlers.message("a change", "e.6");
    await until(() => expect(third.heard).toHaveLength(1));
    holder.close();
    await until(() => expect(places().at(-1)).toBe("b e.6"));
    newest().handlers.message("another", "e.7");
    await until(() => expect(third.heard).toEqual(["a change", "another"]));
    expect(opened).toHaveLength(4);
  });

  test("tabs that open all at once make the stream begin anew once, from the place furthest back", async () => {
    openTab("a", "e.9");
    await until(() => expect(places()).toEqual(["a e.9"]));
    const others = ["e.7", "e.4", "e.8"].map((cursor, index) => openTab(`tab ${index}`, cursor));
    // Both tabs have received a response, so neither waits for the stream holder.
    await until(() => expect([...timers].filter(({ ms }) => ms === 10_000)).toHaveLength(3));
    await elapse("a", gatherMs);
    expect(places()).toEqual(["a e.9 closed", "a e.4"]);
    newest().handlers.message("hello", "");
    for (const { heard } of others) await until(() => expect(heard).toEqual(["hello"]));
  });

  test("a holder that does not answer is not waited for", async () => {
    const silent = Promise.withResolvers<void>();
    const name = `stream of ${expect.getState().currentTestName}`;
    const held = navigator.locks.request(name, () => silent.promise);
    const tab = openTab("b", "e.5");
    expect(opened).toEqual([]);
    for (const { run } of [...timers]) run();
    expect(places()).toEqual(["b e.5"]);
    newest().handlers.opened();
    newest().handlers.message("a change", "e.6");
    expect(tab.heard).toEqual(["a change"]);
    tab.close();
    expect(places()).toEqual(["b e.5 closed"]);
    silent.resolve();
    await held;
  });

  test("after a long silence the holder is asked, and its answer is enough", async () => {
    await twoTabs("e.5", "e.5");
    const [question] = [...timers].filter(({ tab }) => tab === "b");
    expect(question?.ms).toBe(10_000);
    question?.run();
    const asked = [...timers];
    await until(() => expect([...timers].some((timer) => !asked.includes(timer))).toBe(true));
    expect([...timers].filter(({ tab, ms }) => tab === "b" && ms === 4_000)).toEqual([]);
    expect(places()).toEqual(["a e.5 closed", "a e.5"]);
  });
});
