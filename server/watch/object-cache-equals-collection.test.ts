import fc from "fast-check";
import { expect, test } from "vitest";
import type { ScriptedStream } from "./testing/scripted-transport.ts";
import { createTestCollection, type TestCollection } from "./testing/test-collection.ts";
import { createGardenError, createListPage, prepareRun, type WatchRun } from "./testing/watch-run.ts";

const name = fc.constantFrom("a", "b", "c", "d", "e", "f");
const one = <Word extends string>(word: Word) => fc.constant<Word>(word);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: one("put"), name }) },
  { weight: 3, arbitrary: fc.record({ do: one("remove"), name }) },
  { weight: 2, arbitrary: fc.record({ do: one("replace"), name }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: one("deliver"), shuffleBy: fc.nat(7), repeats: fc.nat(3), loses: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: one("bookmark") }) },
  { weight: 2, arbitrary: fc.record({ do: one("compact") }) },
  { weight: 2, arbitrary: fc.record({ do: one("break"), cut: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: one("close") }) },
  { weight: 1, arbitrary: fc.record({ do: one("refuse"), times: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: one("garbage") }) },
  { weight: 3, arbitrary: fc.record({ do: one("wait"), ms: fc.integer({ min: 0, max: 4_000 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Sends the current objects to the watches under test: each watch gets the changes since its last event. */
function createGardenOf(truth: TestCollection, run: WatchRun) {
  const sentUpTo = new WeakMap<ScriptedStream, string>();
  return {
    /** Events can arrive in any order and several times, as from a faulty proxy. */
    deliver({ shuffleBy = 0, repeats = 0, loses = false } = {}): void {
      const stream = run.transport.streams.at(-1);
      if (stream === undefined || stream.isLeft) return;
      const from =
        sentUpTo.get(stream) ?? (stream.options.sendInitialEvents ? undefined : stream.options.resourceVersion);
      sentUpTo.set(stream, String(truth.version));
      if (from === undefined) {
        stream.send(...truth.initialEvents());
        return;
      }
      const { lines } = truth.since(from);
      if (lines.length === 0) return;
      const turned = lines.map((_, at) => lines[(at + shuffleBy) % lines.length] ?? {});
      // An event can be invalid and is then lost, which only another list request can correct.
      if (loses) stream.sendBytes("garbage\n");
      stream.send(...turned.slice(loses ? 1 : 0), ...(loses ? [] : lines.slice(0, repeats)));
    },
  };
}

async function play(steps: readonly Step[], { pages }: { readonly pages: boolean }): Promise<void> {
  const truth = createTestCollection();
  const run = prepareRun();
  const { deliver } = createGardenOf(truth, run);
  if (pages) {
    run.transport.refuseWatches(createGardenError("invalid"));
    run.transport.answerLists(() => createListPage(truth.version, truth.items()));
  }
  run.reflector.start();
  await run.clock.settle();
  const stream = () => run.transport.streams.at(-1);
  for (const given of steps) {
    await take(given);
    await run.clock.settle();
  }

  async function take(given: Step): Promise<void> {
    switch (given.do) {
      case "put":
        return truth.put(given.name);
      case "remove":
        return truth.remove(given.name);
      case "replace":
        truth.remove(given.name);
        return truth.put(given.name);
      case "deliver":
        return deliver(given);
      case "bookmark":
        deliver();
        return stream()?.send(truth.bookmark());
      case "compact":
        return truth.compact();
      case "break":
        if (given.cut) stream()?.sendBytes('{"type":"ADDED","object":{"kin');
        return stream()?.fail(createGardenError("unreachable"));
      case "close":
        return stream()?.end();
      case "refuse":
        return run.transport.refuseWatches(
          ...Array.from({ length: given.times }, () => createGardenError("unavailable")),
        );
      case "garbage":
        return stream()?.sendBytes("garbage\n");
      case "wait":
        return run.clock.advance(given.ms);
    }
  }

  await converge(run, deliver);
  expect(run.held()).toEqual(truth.held());
  expect(replayed(run)).toEqual(truth.held());
  run.reflector.stop();
  await run.reflector.done;
  expect(run.clock.pendingTimers).toBe(0);
}

/** Ends the disturbances: watches open again, and each gets the events that it lacks. */
async function converge(run: WatchRun, deliver: () => void): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    deliver();
    await run.clock.settle();
    // Each watch is ended once, because lost events are only corrected by another list request.
    if (turn === 4) run.transport.streams.at(-1)?.end();
    await run.clock.advance(31_000);
  }
  deliver();
  await run.clock.settle();
}

/** The objects of a subscriber that only applied the reported differences. */
function replayed(run: WatchRun): readonly string[] {
  const set = new Map<string, string>();
  for (const message of run.heard) {
    if (message.kind !== "difference") continue;
    for (const { metadata } of message.removes) set.delete(metadata.uid ?? "");
    for (const { metadata } of message.upserts)
      set.set(metadata.uid ?? "", `${metadata.uid}@${metadata.resourceVersion}`);
  }
  return [...set.values()].sort();
}

const options = { seed: 20_261_121, numRuns: 300 };
const steps = fc.array(step, { minLength: 5, maxLength: 60 });

test("a mirror equals the truth after disconnects, 410s, duplicates, reorderings, deletions and garbage (watch-list)", async () => {
  await fc.assert(
    fc.asyncProperty(steps, (given) => play(given, { pages: false })),
    options,
  );
});

test("and so it does where lists are paged", async () => {
  await fc.assert(
    fc.asyncProperty(steps, (given) => play(given, { pages: true })),
    options,
  );
});
