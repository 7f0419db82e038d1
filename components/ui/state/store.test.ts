import { describe, expect, it } from "vitest";
import { createStateStore } from "./store.ts";

describe("a store", () => {
  it("tells its listeners of every change until they stop", () => {
    const store = createStateStore(1);
    const heard: number[] = [];
    const stop = store.subscribe(() => heard.push(store.get()));
    store.set(2);
    store.set(3);
    stop();
    store.set(4);
    expect(heard).toEqual([2, 3]);
    expect(store.get()).toBe(4);
  });

  it("tells nobody when nothing has changed", () => {
    const store = createStateStore<readonly string[]>([]);
    let heard = 0;
    store.subscribe(() => {
      heard += 1;
    });
    store.set(store.get());
    expect(heard).toBe(0);
  });

  it("keeps what a server paints apart from what it holds now", () => {
    const store = createStateStore("nothing");
    store.set("something");
    expect(store.initial).toBe("nothing");
  });

  it("works for its listeners from the first to the last of them, and again for later ones", () => {
    const log: string[] = [];
    const store = createStateStore(0, () => {
      log.push("begins");
      return () => log.push("ends");
    });
    expect(log).toEqual([]);
    const stops = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
    for (const stop of stops) stop();
    const stop = store.subscribe(() => undefined);
    stop();
    stop();
    expect(log).toEqual(["begins", "ends", "begins", "ends"]);
  });

  it("forgets a listener that stops while it is told", () => {
    const store = createStateStore(0);
    const heard: string[] = [];
    const stop = store.subscribe(() => {
      heard.push("once");
      stop();
    });
    store.subscribe(() => heard.push("each time"));
    store.set(1);
    store.set(2);
    expect(heard).toEqual(["once", "each time", "each time"]);
  });
});
