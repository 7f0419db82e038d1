"use client";

import { createStateStore } from "#components/ui/state/store.ts";
import { whenIdle } from "#components/ui/state/when-idle.ts";
import {
  isLineInRange,
  type ListScrollState,
  lineNumbersInRange,
  linesInView,
  nextLinesToRender,
} from "#lib/view/grid/line-range.ts";
import { type GetTextOnlyLine, TextOnlyLines } from "./text-only-lines.ts";

/** Time in ms without scrolling after which the list counts as resting. */
const restMs = 100;
/** Scroll speed in lines per second above which only text-only lines are shown. */
const fastLines = 25;
/** Scroll speed in lines per second above which only the first cells of text-only lines get their texts. */
const dashLines = 400;
const cellsOfDash = 3;
/** Longest wait in ms for an idle callback before missing lines are rendered while the list rests. */
const frameMs = 16;
/** Maximum number of new lines that React renders at once, while the list moves and while it rests. */
const linesAtOnce = { moving: 2, resting: 12 };
/** Number of lines rendered above and below the visible ones, so that a small scroll shows no gap. */
const linesAround = 8;
/** Number of text-only lines above and below the visible ones: the browser scrolls a few frames ahead of the script. */
const lightAround = 10;

/** DOM elements of a virtual list: the scrolling element, and inside it the element that contains the lines. */
export interface VirtualListElements {
  readonly scroller: HTMLElement;
  readonly lines: HTMLElement;
  /** Empty element into which text-only lines are rendered. */
  readonly passing: HTMLElement;
  /** Overlay that prevents hover effects on lines while the list scrolls. */
  readonly shield: HTMLElement;
}

type LineKeyAt = (index: number) => string | undefined;

/** Content of a virtual list. */
export interface VirtualListContent {
  readonly linePx: number;
  readonly count: number;
  /** Returns a line's key, whatever its position. A new function means that lines were added, removed or moved. */
  readonly keyAt: LineKeyAt;
  /** CSS classes of each cell of a text-only line. If they change, the text-only lines are created again. */
  readonly cellLooks: readonly string[];
  readonly lineAt: GetTextOnlyLine;
  /** Number of lines at the top of the view that a sticky element may cover; 0 by default. */
  readonly covered?: number;
}

/** Events that end a pointer press on the list. */
const releases = ["pointerup", "pointercancel", "pointerleave"] as const;

/** Sorted indexes of the lines to render, and the key function of the list for which they were chosen. */
interface ChosenLines {
  readonly keyAt: LineKeyAt | undefined;
  readonly lines: readonly number[];
}

const noLines: readonly number[] = [];

/**
 * Decides which lines of a long list React renders. Fast scrolling adds none, and text-only lines are shown instead;
 * when scrolling slows down, React renders the missing lines, a few per frame, visible ones first. When the list
 * changes, lines still in the list stay, and text-only lines are shown for new ones.
 */
export class VirtualList {
  /** Indexes of the lines that React has to render. */
  readonly painted = createStateStore<ChosenLines>({ keyAt: undefined, lines: noLines });
  /** Index of the topmost visible line; fractional if that line is only partly visible. */
  readonly top = createStateStore(0);

  #boxes: VirtualListElements | undefined;
  #passing: TextOnlyLines | undefined;
  #cellLooks: readonly string[] | undefined;
  #view: ListScrollState = { topPx: 0, viewPx: 0, linePx: 1, count: 0 };
  /** Height in px of the sticky header above the first line. */
  #headPx = 0;
  #covered = 0;
  #keyAt: LineKeyAt | undefined;
  /** Indexes of the lines that React has rendered. The next two fields include the line that is always rendered. */
  #held = noLines;
  #there: ReadonlySet<number> = new Set();
  #keys: ReadonlySet<string | undefined> = new Set();

  #listedAt = Number.NEGATIVE_INFINITY;
  #movedAt = Number.NEGATIVE_INFINITY;
  /** Whether a line is pressed: showing the overlay now would make the browser drop the click. */
  #isPressed = false;
  #linesPerSecond = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #callOff: (() => void) | undefined;

  /** Observes the scrolling and the size of these elements. @returns a function that stops observing */
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
      // Sticky cells are separate compositor layers, so they are used only while the grid is scrolled horizontally.
      scroller.toggleAttribute("data-sideways", scrollLeft > 0);
    };
    const onPress = ({ target }: Event) => {
      // If the event's target is the scroller itself, the scrollbar was pressed and not a line.
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

  /** Sets the lines that React has rendered, and the line that is always rendered, or -1. */
  hold(held: readonly number[], kept: number, keyAt: LineKeyAt): void {
    this.#held = held;
    this.#there = new Set([...held, kept]);
    this.#keys = new Set([...this.#there].map(keyAt));
    this.#follow();
  }

  /** Returns the lines to render first after the list has changed: rendered ones that are still in or near the view. */
  staying({ linePx, count, keyAt }: Pick<VirtualListContent, "linePx" | "count" | "keyAt">): readonly number[] {
    const wanted = linesInView(this.#viewOf({ linePx, count }), linesAround);
    return lineNumbersInRange(wanted).filter((index) => this.#keys.has(keyAt(index)));
  }

  /** Scrolls as little as necessary to make a line fully visible. */
  reveal(index: number): void {
    const { topPx, viewPx, linePx } = this.#view;
    const [above, below] = [(index - this.#covered) * linePx, (index + 1) * linePx - viewPx];
    const to = Math.max(0, Math.min(topPx, above), below);
    if (to === topPx || this.#boxes === undefined) return;
    this.#boxes.scroller.scrollTop = to;
    this.#movedTo(to);
  }

  /** Returns the number of fully visible lines. */
  page(): number {
    return Math.floor(this.#view.viewPx / this.#view.linePx) - this.#covered;
  }

  #tellTop(): void {
    this.top.set(this.#view.topPx / this.#view.linePx);
  }

  /** Returns the view of a list with this content, scrolled up if the list is now too short for the scroll position. */
  #viewOf({ linePx, count }: Pick<VirtualListContent, "linePx" | "count">): ListScrollState {
    const { topPx, viewPx } = this.#view;
    return { topPx: Math.max(0, Math.min(topPx, count * linePx - viewPx)), viewPx, linePx, count };
  }

  #pass(cellLooks: readonly string[] | undefined): void {
    this.#passing?.remove();
    this.#cellLooks = cellLooks;
    this.#passing = cellLooks && this.#boxes && new TextOnlyLines(this.#boxes.passing, cellLooks);
    this.#reserve();
  }

  /** Creates in advance all text-only lines that can be visible at a time, because that takes longer than a frame. */
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

  /** Shows text-only lines in place of visible lines that are not rendered, and schedules their rendering. */
  #follow(): void {
    const moves = this.#moves();
    const isThere = (index: number) => this.#there.has(index);
    if (moves || !lineNumbersInRange(linesInView(this.#view)).every(isThere))
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

  /** Lines to render next, undefined for no change. Fast scrolling adds none, and drops all once far from the view. */
  #next(): readonly number[] | undefined {
    const painted = this.#held;
    const [inView, wanted] = [linesInView(this.#view), linesInView(this.#view, linesAround)];
    if (this.#linesPerSecond > fastLines)
      return painted.length > 0 && !painted.some((line) => isLineInRange(wanted, line)) ? noLines : undefined;
    const next = nextLinesToRender({ painted, inView, wanted }, linesAtOnce[this.#isBusy() ? "moving" : "resting"]);
    return next === painted ? undefined : next;
  }

  #moves(): boolean {
    return performance.now() - this.#movedAt < restMs;
  }

  /** Whether the user scrolls or the list has just changed: then fewer lines are rendered at once. */
  #isBusy(): boolean {
    return this.#moves() || performance.now() - this.#listedAt < restMs;
  }
}
