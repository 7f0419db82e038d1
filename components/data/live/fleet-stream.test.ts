import { describe, expect, test } from "vitest";
import { streamVersion } from "#lib/contract/stream.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type ConnectionState, followFleetStream, type StreamHandlers } from "./fleet-stream.ts";

/** A fake browser whose clock and network the test controls. */
function surroundings() {
  const opened: { cursor: string; handlers: StreamHandlers; closed: boolean }[] = [];
  const waiting: { run: () => void; ms: number }[] = [];
  const heard: string[] = [];
  const states: ConnectionState[] = [];
  const reads: PromiseWithResolvers<string>[] = [];
  const stop = followFleetStream(
    "e.1",
    {
      frame: (frame) => heard.push(frame.type),
      connection: (state) => states.push(state),
      refetch: () => {
        const read = Promise.withResolvers<string>();
        reads.push(read);
        return read.promise;
      },
      outdated: () => heard.push("outdated"),
    },
    {
      now: () => 1_000,
      random: () => 0.5,
      later: (run, ms) => {
        const entry = { run, ms };
        waiting.push(entry);
        return () => waiting.splice(waiting.indexOf(entry), waiting.includes(entry) ? 1 : 0);
      },
      open: (cursor, handlers) => {
        const entry = { cursor, handlers, closed: false };
        opened.push(entry);
        return () => {
          entry.closed = true;
        };
      },
    },
  );
  const latest = () => {
    const entry = opened.at(-1);
    if (!entry) throw new Error("nothing was opened");
    return entry;
  };
  const send = (frame: unknown, lastEventId = "") =>
    latest().handlers.message(typeof frame === "string" ? frame : JSON.stringify(frame), lastEventId);
  const elapse = () => waiting.shift()?.run();
  return { opened, waiting, heard, states, reads, stop, latest, send, elapse };
}

const change = { type: "change", cursor: "e.7", upserts: [], updates: [], removes: [] };

describe("the live stream", () => {
  test("starts at the snapshot's cursor and resumes at the last frame", () => {
    const tab = surroundings();
    expect(tab.latest().cursor).toBe("e.1");
    tab.send(change, "e.7");
    tab.latest().handlers.failed();
    expect(tab.latest().closed).toBe(true);
    tab.elapse();
    expect(tab.latest().cursor).toBe("e.7");
  });

  test("waits longer after every failure, up to a limit, and starts over once a frame arrived", () => {
    const tab = surroundings();
    const waits: (number | undefined)[] = [];
    for (let failure = 0; failure < 8; failure++) {
      tab.latest().handlers.failed();
      waits.push(tab.waiting[0]?.ms);
      tab.elapse();
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
    tab.send(change, "e.8");
    tab.latest().handlers.failed();
    expect(tab.waiting[0]?.ms).toBe(500);
  });

  test("an open connection that delivers nothing does not shorten the wait", () => {
    const tab = surroundings();
    tab.latest().handlers.failed();
    tab.elapse();
    tab.latest().handlers.opened();
    tab.latest().handlers.failed();
    expect(tab.waiting[0]?.ms).toBe(1_000);
  });

  test("says since when it is cut off, and that it is open again", () => {
    const tab = surroundings();
    tab.latest().handlers.failed();
    tab.elapse();
    tab.latest().handlers.opened();
    expect(tab.states.map(({ state }) => state)).toEqual(["connecting", "waiting", "waiting", "open"]);
  });

  test("a server that leaves says when to come back, and from where to go on", () => {
    const tab = surroundings();
    tab.send({ type: "bye", retryMs: 3_000 }, "e.9");
    expect(tab.waiting[0]?.ms).toBe(3_000);
    expect(tab.heard).toEqual([]);
    tab.elapse();
    expect(tab.latest().cursor).toBe("e.9");
  });

  test("one that leaves and cannot say where it stood is left where it was heard last", () => {
    const tab = surroundings();
    tab.send(change, "e.7");
    tab.send({ type: "bye", retryMs: 10 });
    tab.elapse();
    expect(tab.latest().cursor).toBe("e.7");
  });

  test("a place that says nothing to the server: everything is read after the wait, and followed from there", async () => {
    const tab = surroundings();
    tab.send({ type: "resync", afterMs: 1_500 });
    expect(tab.latest().closed).toBe(true);
    expect([tab.waiting[0]?.ms, tab.reads.length]).toEqual([1_500, 0]);
    tab.elapse();
    tab.reads[0]?.resolve("f.3");
    await eventually(() => expect(tab.latest().cursor).toBe("f.3"));
    expect(tab.heard).toEqual([]);
  });

  test("replicas that do not understand each other are asked more and more slowly, until one goes on", async () => {
    const tab = surroundings();
    const waits: (number | undefined)[] = [];
    for (let turn = 1; turn <= 4; turn++) {
      tab.send({ type: "hello", version: streamVersion, serverTime: "2026-11-24T12:00:00Z" });
      tab.send({ type: "resync", afterMs: 10 });
      waits.push(tab.waiting[0]?.ms);
      tab.elapse();
      tab.reads.at(-1)?.resolve(`f.${turn}`);
      await eventually(() => expect(tab.latest().cursor).toBe(`f.${turn}`));
    }
    expect(waits).toEqual([10, 1_000, 2_000, 4_000]);
    tab.send(change, "f.7");
    tab.send({ type: "resync", afterMs: 10 });
    expect(tab.waiting[0]?.ms).toBe(10);
  });

  test("what cannot be read anew is tried again later, and not at all once nobody follows", async () => {
    const tab = surroundings();
    tab.send({ type: "resync", afterMs: 0 });
    tab.elapse();
    tab.reads[0]?.reject(new Error("busy"));
    await eventually(() => expect(tab.waiting[0]?.ms).toBe(500));
    tab.elapse();
    tab.send({ type: "resync", afterMs: 0 });
    tab.elapse();
    tab.stop();
    tab.reads[1]?.resolve("f.9");
    await tab.reads[1]?.promise;
    expect(tab.opened.map(({ cursor }) => cursor)).toEqual(["e.1", "e.1"]);
  });

  test("another version of the frames asks for a reload", () => {
    const tab = surroundings();
    tab.send({ type: "hello", version: 99, serverTime: "2026-11-24T12:00:00Z" });
    expect(tab.heard).toEqual(["outdated"]);
  });

  test("a torn or unknown frame is left out, the next one is heard", () => {
    const tab = surroundings();
    tab.send('{"type":"cha');
    tab.send({ type: "song" });
    tab.send(change, "e.7");
    expect(tab.heard).toEqual(["change"]);
  });

  test("stopping closes the stream and every wait", () => {
    const tab = surroundings();
    tab.latest().handlers.failed();
    tab.stop();
    expect(tab.waiting).toEqual([]);
    expect(tab.latest().closed).toBe(true);
  });
});
