import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeBrowser, type FakeBrowser } from "./create-fake-browser.fixture.ts";
import { VirtualList } from "./virtual-list.ts";

const linePx = 32;
const cellLooks = ["name"];
/** Height of ten visible lines; eight further lines are rendered around them. */
const viewPx = 10 * linePx;

const span = (first: number, end: number) => Array.from({ length: end - first }, (_, place) => first + place);

/** A virtual list of names, and a fake of React that renders its lines. */
class List {
  readonly window = new VirtualList();
  readonly scroller = document.createElement("div");
  readonly passing = document.createElement("div");
  readonly shield = document.createElement("div");
  painted: readonly number[] = [];
  kept = -1;
  covered = 0;
  readonly detach: () => void;
  #names: readonly string[] = [];
  #keyAt = (index: number) => this.#names[index];
  readonly #idle: FakeBrowser["idle"];

  constructor(names: readonly string[], idle: FakeBrowser["idle"]) {
    this.#idle = idle;
    this.shield.hidden = true;
    Object.assign(this.scroller, { clientHeight: viewPx });
    const { scroller, passing, shield } = this;
    this.detach = this.window.attach({ scroller, lines: document.createElement("div"), passing, shield });
    this.window.painted.subscribe(() => this.#paint(false));
    this.show(names);
  }

  show(names: readonly string[]): void {
    this.#names = names;
    this.#keyAt = (index) => names[index];
    this.#paint(true);
  }

  #paint(isOther: boolean): void {
    const { keyAt: of, lines } = this.window.painted.get();
    const [keyAt, count] = [this.#keyAt, this.#names.length];
    this.painted = of === keyAt ? lines : this.window.staying({ linePx, count, keyAt });
    const lineAt = (index: number) => ({ look: "", cells: [[{ text: this.#names[index] ?? "" }]] as const });
    if (isOther) this.window.list({ linePx, count, keyAt, cellLooks, lineAt, covered: this.covered });
    this.window.hold(this.painted, this.kept, keyAt);
  }

  moveTo(line: number): void {
    this.scroller.scrollTop = line * linePx;
    this.scroller.dispatchEvent(new Event("scroll"));
  }

  /** Presses the pointer on a line, from which the event bubbles, or on the scroll bar. */
  press(where: "line" | "bar"): void {
    const event = new Event("pointerdown");
    if (where === "line") Object.defineProperty(event, "target", { value: this.passing });
    this.scroller.dispatchEvent(event);
  }

  release(): void {
    this.scroller.dispatchEvent(new Event("pointerup"));
  }

  /** Scrolls by the given number of lines per frame. */
  wheel(from: number, to: number, each: number): void {
    for (let line = from; line <= to; line += each) {
      vi.advanceTimersByTime(16);
      this.moveTo(line);
    }
  }

  /** Runs idle callbacks until none is pending; returns what was rendered after each. */
  settle(): (readonly number[])[] {
    const steps: (readonly number[])[] = [];
    while (this.#idle()) {
      steps.push(this.painted);
      if (steps.length > 100) throw new Error("the list does not come to rest");
    }
    return steps;
  }

  /** The names in placeholder lines, from the top. */
  light(): readonly string[] {
    return [...this.passing.children]
      .filter((line) => line.hasAttribute("data-passing"))
      .map(({ textContent }) => textContent ?? "")
      .sort();
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(4, "0"));

describe("the window of a list", () => {
  let idle: FakeBrowser["idle"];
  beforeEach(() => {
    const browser = createFakeBrowser();
    for (const [name, value] of Object.entries(browser.globals)) vi.stubGlobal(name, value);
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    idle = browser.idle;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("paints what is in view first, a few lines at a time, then what lies around it", () => {
    const list = new List(numbered(1_000), idle);
    expect(list.painted).toEqual([]);
    expect(list.light(), "nobody waits for the real ones").toEqual(numbered(10));
    const [first, second] = list.settle();
    expect([first, second]).toEqual([span(0, 12), span(0, 18)]);
    expect(list.light()).toEqual([]);
  });

  it("paints no line while it moves fast, and lets light ones stand in every place", () => {
    const list = new List(numbered(1_000), idle);
    list.settle();
    list.wheel(4, 200, 4);
    expect(list.settle().at(-1), "what has gone by is let go").toEqual([]);
    expect(list.light()).toEqual(numbered(220).slice(190, 220));
    expect(list.shield.hidden).toBe(false);
  });

  it("paints the lines it has come to when it rests, and takes away what lay over them", () => {
    const list = new List(numbered(1_000), idle);
    list.settle();
    list.wheel(4, 200, 4);
    vi.advanceTimersByTime(100);
    expect(list.shield.hidden).toBe(true);
    const steps = list.settle();
    expect(steps.find((lines) => lines.length > 0)).toEqual(span(200, 212));
    expect(list.painted).toEqual(span(192, 218));
    expect(list.light()).toEqual([]);
  });

  it("lays nothing over a line that is held down, whose click would be lost", () => {
    const list = new List(numbered(1_000), idle);
    list.settle();
    list.press("line");
    list.moveTo(1);
    expect(list.shield.hidden).toBe(true);
    list.release();
    list.moveTo(2);
    expect(list.shield.hidden).toBe(false);
    vi.advanceTimersByTime(100);
    expect(list.shield.hidden).toBe(true);
    list.press("bar");
    list.moveTo(3);
    expect(list.shield.hidden).toBe(false);
  });

  it("adds two lines at a time while it moves slowly", () => {
    const list = new List(numbered(1_000), idle);
    list.settle();
    vi.advanceTimersByTime(1_000);
    for (const line of [1, 2, 3, 4]) {
      vi.advanceTimersByTime(60);
      list.moveTo(line);
    }
    expect(list.settle()).toEqual([span(0, 20), span(0, 22)]);
  });

  it("keeps lines that are in the next list as well, and lets light ones stand in for the others", () => {
    const list = new List(numbered(1_000), idle);
    list.settle();
    list.show(["0003", "0500", "0007", "0501", "0001"]);
    expect(list.painted).toEqual([0, 2, 4]);
    expect(list.light()).toEqual(["0500", "0501"]);
    list.settle();
    expect(list.painted).toEqual(span(0, 5));
    expect(list.light()).toEqual([]);
  });

  it("paints nothing new at once where a list comes back", () => {
    const list = new List(numbered(1_000), idle);
    list.settle();
    list.show(["0500"]);
    list.show(numbered(1_000));
    expect(list.painted).toEqual([]);
    expect(list.light()).toEqual(numbered(10));
  });

  it("fills in with two lines at a time while others may be listed any moment, then with more", () => {
    const list = new List(numbered(1_000), idle);
    list.settle();
    list.show(numbered(1_000).slice(100));
    idle();
    expect(list.painted).toEqual([0, 1]);
    vi.advanceTimersByTime(100);
    idle();
    idle();
    expect(list.painted.length).toBeGreaterThan(12);
  });

  it("shows a list that has become shorter from where it ends", () => {
    const list = new List(numbered(1_000), idle);
    list.moveTo(500);
    vi.advanceTimersByTime(100);
    list.show(numbered(12));
    expect(list.light()).toEqual(numbered(12).slice(2));
  });

  it("has no light line where the kept one is", () => {
    const list = new List(numbered(1_000), idle);
    list.kept = 3;
    list.show(numbered(1_000));
    expect(list.light()).not.toContain("0003");
    expect(list.light()).toHaveLength(9);
  });

  it("moves as little as is needed to reveal a line", () => {
    const list = new List(numbered(1_000), idle);
    list.window.reveal(5);
    expect(list.scroller.scrollTop).toBe(0);
    list.window.reveal(10);
    expect(list.scroller.scrollTop).toBe(linePx);
    list.window.reveal(0);
    expect(list.scroller.scrollTop).toBe(0);
    expect(list.window.page()).toBe(10);
  });

  it("reveals a line beneath what lies over the top, and tells what is there", () => {
    const list = new List(numbered(1_000), idle);
    list.covered = 1;
    list.show(numbered(1_000));
    const tops: number[] = [];
    list.window.top.subscribe(() => tops.push(list.window.top.get()));
    list.moveTo(100.5);
    list.window.reveal(101);
    expect(list.scroller.scrollTop).toBe(100 * linePx);
    list.window.reveal(100);
    expect(list.scroller.scrollTop).toBe(99 * linePx);
    expect(tops).toEqual([100.5, 100, 99]);
    expect(list.window.page()).toBe(9);
    list.window.reveal(0);
    expect(list.scroller.scrollTop).toBe(0);
  });

  it("does nothing more once nobody looks", () => {
    const list = new List(numbered(1_000), idle);
    list.moveTo(50);
    list.detach();
    expect(idle()).toBe(false);
    list.moveTo(100);
    expect(idle()).toBe(false);
    expect([list.light(), list.shield.hidden]).toEqual([[], true]);
  });
});
