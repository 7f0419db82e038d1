import { describe, expect, test } from "vitest";
import { type Caller, FairQueue, QueueFull } from "./fair-queue.ts";

const limits = { most: 4, mostOfStrangers: 3, mostWaiting: 6, mostWaitingEach: 4 };
const stranger = (key: string): Caller => ({ key, isKnown: false });
const known = (key: string): Caller => ({ key, isKnown: true });
const patient = () => new AbortController().signal;

/** A queue, and tasks that end when the test says so. */
function world() {
  const turns = new FairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, caller: Caller, signal = patient()) =>
    turns.run(
      caller,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    await settle();
    ends.get(name)?.();
    await settle();
  };
  return { turns, begun, ask, end, settle };
}

describe("turns", () => {
  test("of strangers leave one for those who are known, who go before all others", async () => {
    const { begun, ask, end, settle } = world();
    for (const name of ["a1", "a2", "a3", "a4"]) void ask(name, stranger("a"));
    void ask("ada", known("ada"));
    void ask("bob", known("bob"));
    await settle();
    expect(begun).toEqual(["a1", "a2", "a3", "ada"]);
    await end("a1");
    expect(begun).toEqual(["a1", "a2", "a3", "ada", "bob"]);
    await end("a2");
    expect(begun.at(-1)).toBe("a4");
  });

  test("go round among those who wait, however often each of them asks", async () => {
    const { begun, ask, end } = world();
    for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) void ask(name, stranger("a"));
    void ask("b1", stranger("b"));
    await end("a1");
    await end("a2");
    expect(begun).toEqual(["a1", "a2", "a3", "a4", "b1"]);
  });

  test("are refused to whoever waits too often, and to strangers when too many wait", async () => {
    const { ask, begun, settle } = world();
    for (let count = 0; count < 7; count += 1) void ask(`a${count}`, stranger("a"));
    await expect(ask("a7", stranger("a"))).rejects.toBeInstanceOf(QueueFull);
    void ask("b1", stranger("b"));
    void ask("b2", stranger("b"));
    await expect(ask("c", stranger("c"))).rejects.toBeInstanceOf(QueueFull);
    void ask("ada", known("ada"));
    await settle();
    expect(begun).toEqual(["a0", "a1", "a2", "ada"]);
  });

  test("are not kept for those who left", async () => {
    const { ask, begun, end } = world();
    const leaving = new AbortController();
    for (const name of ["a1", "a2", "a3"]) void ask(name, stranger("a"));
    const left = ask("b", stranger("b"), leaving.signal);
    void ask("c", stranger("c"));
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    await expect(ask("d", stranger("d"), leaving.signal)).rejects.toThrow("gone");
    await end("a1");
    expect(begun).toEqual(["a1", "a2", "a3", "c"]);
  });

  test("are over when nobody waits, though somebody still has one", async () => {
    const { turns, ask, end, settle } = world();
    const told: string[] = [];
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void ask(name, stranger("a"));
    void turns.nobodyWaits(patient()).then(() => told.push("nobody waits"));
    await end("a1");
    await settle();
    expect(told).toEqual([]);
    await end("a2");
    await settle();
    expect(told).toEqual(["nobody waits"]);
    await turns.nobodyWaits(patient());
  });

  test("are waited for as long as the signal lets", async () => {
    const { turns, ask } = world();
    for (const name of ["a1", "a2", "a3", "a4"]) void ask(name, stranger("a"));
    const leaving = new AbortController();
    const waiting = turns.nobodyWaits(leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
  });
});
