"use client";

import { createStateStore } from "#components/ui/state/store.ts";
import { whenIdle } from "#components/ui/state/when-idle.ts";
import { isIn, type ListView, lineNumbersIn, linesInView, nextLinesToRender } from "#lib/view/grid/line-range.ts";
import { type TextOnlyLineAt, TextOnlyLines } from "./text-only-lines.ts";

/** Without a movement for this long, in ms, the list counts as resting. */
const restMs = 100;
/** Above this speed, in lines a second, only light (text-only) lines are shown. */
const fastLines = 25;
/** Above this speed, in lines a second, nobody reads more than the first cells of a line. */
const dashLines = 400;
const cellsOfDash = 3;
/** Without movement, missing lines wait for an idle moment no longer than a frame, in ms. */
const frameMs = 16;
/** New lines in one frame, while the list moves and while it rests: more would delay the next frame. */
const linesAtOnce = { moving: 2, resting: 12 };
/** Lines rendered ahead above and below the visible ones, so that the first movement shows no gap. */
const linesAround = 8;
/** The same for light lines: the browser scrolls a few frames ahead of the page. */
const lightAround = 10;

/** The elements of a list: the scrolling one, and within it the one with the lines. */
export interface VirtualListElements {
  readonly scroller: HTMLElement;
  readonly lines: HTMLElement;
  /** Empty element for the light lines. */
  readonly passing: HTMLElement;
  /** Overlay that keeps lines from being hovered while they move. */
  readonly shield: HTMLElement;
}

type LineKeyAt = (index: number) => string | undefined;

/** Content of a list. */
export interface VirtualListContent {
  readonly linePx: number;
  readonly count: number;
  /** Key of a line, independent of its position. A new function says that lines were added, removed or moved. */
  readonly keyAt: LineKeyAt;
  /** CSS classes of each cell of a light line; other classes recreate the lines. */
  readonly cellLooks: readonly string[];
  readonly lineAt: TextOnlyLineAt;
  /** Number of lines at the top that something may cover; 0 by default. */
  readonly covered?: number;
}

/** Events that end a press on the list. */
const releases = ["pointerup", "pointercancel", "pointerleave"] as const;

/** Sorted line indexes, and the list for which they were chosen. */
interface ChosenLines {
  readonly keyAt: LineKeyAt | undefined;
  readonly lines: readonly number[];
}

const noLines: readonly number[] = [];

/**
 * Decides which lines of a list React renders. While the list moves fast none is added: light lines stand in. When it
 * slows down, the real lines follow, a few in each frame, visible ones first. The same happens when the list changes:
 * lines that it still has stay, and light ones stand in for the others.
 */
export class VirtualList {
  /** Lines that React has to render. */
  readonly painted = createStateStore<ChosenLines>({ keyAt: undefined, lines: noLines });
  /** Index of the line at the top; fractional if the line is cut off. */
  readonly top = createStateStore(0);

  #boxes: VirtualListElements | undefined;
  #passing: TextOnlyLines | undefined;
  #cellLooks: readonly string[] | undefined;
  #view: ListView = { topPx: 0, viewPx: 0, linePx: 1, count: 0 };
  /** Height of what stays in view above the first line, in px. */
  #headPx = 0;
  #covered = 0;
  #keyAt: LineKeyAt | undefined;
  /** Lines that React has rendered; those and the kept one; and their keys. */
  #held = noLines;
  #there: ReadonlySet<number> = new Set();
  #keys: ReadonlySet<string | undefined> = new Set();

  #listedAt = Number.NEGATIVE_INFINITY;
  #movedAt = Number.NEGATIVE_INFINITY;
  /** A line is pressed: an overlay shown now would swallow the click. */
  #isPressed = false;
  #linesPerSecond = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #callOff: (() => void) | undefined;

  /** Follows these elements; returns the function that stops. */
  attach(boxes: VirtualListElements): () => void {
    this.#boxes = boxes;
    const { scroller, lines } = boxes;
    const measure = () => {
      this.#headPx = lines.offsetTop;
      this.#view = { ...this.#view, topPx: scroller.scrollTop, viewPx: scroller.clientHeight - this.#headPx };
      this.#tellTop();
      this.#reserve();
      this.#follow();
    };
    const onScroll = () => {
      const { scrollTop, scrollLeft } = scroller;
      this.#movedTo(scrollTop);
      // Sticky cells are layers of their own, hundreds of them, so use them only when scrolled horizontally.
      scroller.toggleAttribute("data-sideways", scrollLeft > 0);
    };
    const onPress = ({ target }: Event) => {
      // A press on the scrollbar, whose target is the scroller, is no press on a line.
      this.#isPressed = target !== scroller;
    };
    const onRelease = () => {
      this.#isPressed = false;
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    scroller.addEventListener("pointerdown", onPress, { passive: true });
    for (const release of releases) scroller.addEventListener(release, onRelease, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("scroll", onScroll);
      scroller.removeEventListener("pointerdown", onPress);
      for (const release of releases) scroller.removeEventListener(release, onRelease);
      clearTimeout(this.#restTimer);
      this.#callOff?.();
      this.#callOff = undefined;
      this.#pass(undefined);
      boxes.shield.hidden = true;
      this.#boxes = undefined;
    };
  }

  /** Sets the content of the list. */
  list({ linePx, count, keyAt, cellLooks, lineAt, covered = 0 }: VirtualListContent): void {
    this.#view = this.#viewOf({ linePx, count });
    this.#covered = covered;
    this.#tellTop();
    if (this.#keyAt !== undefined && keyAt !== this.#keyAt) this.#listedAt = performance.now();
    this.#keyAt = keyAt;
    if (cellLooks !== this.#cellLooks) this.#pass(cellLooks);
    this.#passing?.read(lineAt, linePx);
    this.#follow();
  }

  /** Reports which lines React has rendered, and the kept one or -1. */
  hold(held: readonly number[], kept: number, keyAt: LineKeyAt): void {
    this.#held = held;
    this.#there = new Set([...held, kept]);
    this.#keys = new Set([...this.#there].map(keyAt));
    this.#follow();
  }

  /** Lines to render first after a change of the list: rendered ones that are in view or near it. */
  staying({ linePx, count, keyAt }: Pick<VirtualListContent, "linePx" | "count" | "keyAt">): readonly number[] {
    const wanted = linesInView(this.#viewOf({ linePx, count }), linesAround);
    return lineNumbersIn(wanted).filter((index) => this.#keys.has(keyAt(index)));
  }

  /** Scrolls as little as needed to bring the whole line into view. */
  reveal(index: number): void {
    const { topPx, viewPx, linePx } = this.#view;
    const [above, below] = [(index - this.#covered) * linePx, (index + 1) * linePx - viewPx];
    const to = Math.max(0, Math.min(topPx, above), below);
    if (to === topPx || this.#boxes === undefined) return;
    this.#boxes.scroller.scrollTop = to;
    this.#movedTo(to);
  }

  /** Number of whole lines in view. */
  page(): number {
    return Math.floor(this.#view.viewPx / this.#view.linePx) - this.#covered;
  }

  #tellTop(): void {
    this.top.set(this.#view.topPx / this.#view.linePx);
  }

  /** View of a list with this content, scrolled up if the list has become too short for its position. */
  #viewOf({ linePx, count }: Pick<VirtualListContent, "linePx" | "count">): ListView {
    const { topPx, viewPx } = this.#view;
    return { topPx: Math.max(0, Math.min(topPx, count * linePx - viewPx)), viewPx, linePx, count };
  }

  #pass(cellLooks: readonly string[] | undefined): void {
    this.#passing?.remove();
    this.#cellLooks = cellLooks;
    this.#passing = cellLooks && this.#boxes && new TextOnlyLines(this.#boxes.passing, cellLooks);
    this.#reserve();
  }

  /** Creates as many light lines as can be shown at a time: creating them takes longer than a frame. */
  #reserve(): void {
    const { viewPx, linePx } = this.#view;
    this.#passing?.reserve(Math.ceil(viewPx / linePx) + 1 + 2 * lightAround);
  }

  #movedTo(topPx: number): void {
    const { topPx: fromPx, linePx } = this.#view;
    if (topPx === fromPx) return;
    const now = performance.now();
    const sinceMs = now - this.#movedAt;
    const speed = Math.abs(topPx - fromPx) / linePx / (Math.max(1, sinceMs) / 1_000);
    this.#linesPerSecond = sinceMs > restMs ? 0 : (this.#linesPerSecond + speed) / 2;
    this.#movedAt = now;
    this.#view = { ...this.#view, topPx };
    this.#tellTop();
    if (this.#boxes?.shield.hidden) {
      this.#boxes.shield.hidden = this.#isPressed;
      clearTimeout(this.#restTimer);
      this.#restTimer = setTimeout(this.#rest, restMs);
    }
    this.#follow();
  }

  readonly #rest = () => {
    const leftMs = this.#movedAt + restMs - performance.now();
    if (leftMs > 0) {
      this.#restTimer = setTimeout(this.#rest, leftMs);
      return;
    }
    this.#linesPerSecond = 0;
    if (this.#boxes) this.#boxes.shield.hidden = true;
    this.#follow();
  };

  /** Shows light lines wherever a visible one is missing, and schedules the real ones. */
  #follow(): void {
    const moves = this.#moves();
    const isThere = (index: number) => this.#there.has(index);
    if (moves || !lineNumbersIn(linesInView(this.#view)).every(isThere))
      this.#passing?.show(
        linesInView(this.#view, moves ? lightAround : 0),
        isThere,
        this.#linesPerSecond > dashLines ? cellsOfDash : undefined,
      );
    else this.#passing?.hide();
    if (this.#next() !== undefined) this.#callOff ??= whenIdle(this.#fill, this.#isBusy() ? restMs : frameMs);
  }

  readonly #fill = () => {
    this.#callOff = undefined;
    const next = this.#next();
    if (next) this.painted.set({ keyAt: this.#keyAt, lines: next });
  };

  /** Lines to render next, or undefined for no change. Fast movement adds none and drops all once they are far away. */
  #next(): readonly number[] | undefined {
    const painted = this.#held;
    const [inView, wanted] = [linesInView(this.#view), linesInView(this.#view, linesAround)];
    if (this.#linesPerSecond > fastLines)
      return painted.length > 0 && !painted.some((line) => isIn(wanted, line)) ? noLines : undefined;
    const next = nextLinesToRender({ painted, inView, wanted }, linesAtOnce[this.#isBusy() ? "moving" : "resting"]);
    return next === painted ? undefined : next;
  }

  #moves(): boolean {
    return performance.now() - this.#movedAt < restMs;
  }

  /** The user's scrolling or typing has priority over replacing light lines. */
  #isBusy(): boolean {
    return this.#moves() || performance.now() - this.#listedAt < restMs;
  }
}
