"use client";

import { createStore } from "#components/ui/state/store.ts";
import { whenIdle } from "#components/ui/state/when-idle.ts";
import { isIn, type ListView, linesInView, linesOf, nextLines } from "#lib/view/grid/line-span.ts";
import { type LightLineAt, PassingLines } from "./passing-lines.ts";

/** Without another movement for this long the list rests. */
const restMs = 100;
/** Faster than so many lines a second, only light lines pass by. */
const fastLines = 25;
/** Faster than so many lines a second nobody reads more than the first cells of a line. */
const dashLines = 400;
const cellsOfDash = 3;
/** Where nothing moves, lines that are missing do not wait for an idle moment longer than a frame. */
const frameMs = 16;
/** New lines of one frame, while the list moves and while it rests: more of them would hold up the next one. */
const linesAtOnce = { moving: 2, resting: 12 };
/** Lines held ready above and below what is in view, so that the first movement does not show a gap. */
const linesAround = 8;
/** The same of light lines: the browser scrolls a few frames ahead of the page. */
const lightAround = 10;

/** The elements of a list: what scrolls, and in it what holds the lines. */
export interface LineBoxes {
  readonly scroller: HTMLElement;
  readonly lines: HTMLElement;
  /** What is for the light ones, and empty. */
  readonly passing: HTMLElement;
  /** What lies over the lines while they move, so that none of them is hovered. */
  readonly shield: HTMLElement;
}

type LineKeyAt = (index: number) => string | undefined;

/** What a list consists of. */
export interface LineContent {
  readonly linePx: number;
  readonly count: number;
  /** Whose line it is, wherever it stands; another function where lines have come, gone or moved. */
  readonly keyAt: LineKeyAt;
  /** The classes of each cell of a light line; others make other lines. */
  readonly cellLooks: readonly string[];
  readonly lineAt: LightLineAt;
  /** How many lines at the top something may lie over; none where nothing is said. */
  readonly covered?: number;
}

/** When a pointer is no longer held down on the list. */
const releases = ["pointerup", "pointercancel", "pointerleave"] as const;

/** Lines in order, and what was listed when they were chosen. */
interface ChosenLines {
  readonly keyAt: LineKeyAt | undefined;
  readonly lines: readonly number[];
}

const noLines: readonly number[] = [];

/**
 * Which of a list's lines are painted. While the list moves fast none is added: light lines pass by in their place. When
 * it slows down, the real ones follow, a few with every frame, those in view first. So they do when something else is
 * listed: lines that are in it as well stay, and light ones stand in for the others.
 */
export class LineWindow {
  /** What React has to paint. */
  readonly painted = createStore<ChosenLines>({ keyAt: undefined, lines: noLines });
  /** Which line is at the top; a fraction where it is cut. */
  readonly top = createStore(0);

  #boxes: LineBoxes | undefined;
  #passing: PassingLines | undefined;
  #cellLooks: readonly string[] | undefined;
  #view: ListView = { topPx: 0, viewPx: 0, linePx: 1, count: 0 };
  /** The height of what stands above the first line and stays in view. */
  #headPx = 0;
  #covered = 0;
  #keyAt: LineKeyAt | undefined;
  /** What React has painted, the line that it has painted besides, and whose lines these are. */
  #held = noLines;
  #there: ReadonlySet<number> = new Set();
  #keys: ReadonlySet<string | undefined> = new Set();

  #listedAt = Number.NEGATIVE_INFINITY;
  #movedAt = Number.NEGATIVE_INFINITY;
  /** A line is held down: what lay over it now would take the click away. */
  #isPressed = false;
  #linesPerSecond = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #callOff: (() => void) | undefined;

  /** Follows these elements; returns the way to stop. */
  attach(boxes: LineBoxes): () => void {
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
      // Cells that hold on to the edge are layers of their own, hundreds of them: only where they have to hold on.
      scroller.toggleAttribute("data-sideways", scrollLeft > 0);
    };
    const onPress = ({ target }: Event) => {
      // The bar of the list belongs to the list itself.
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

  /** What is listed is this from now on. */
  list({ linePx, count, keyAt, cellLooks, lineAt, covered = 0 }: LineContent): void {
    this.#view = this.#viewOf({ linePx, count });
    this.#covered = covered;
    this.#tellTop();
    if (this.#keyAt !== undefined && keyAt !== this.#keyAt) this.#listedAt = performance.now();
    this.#keyAt = keyAt;
    if (cellLooks !== this.#cellLooks) this.#pass(cellLooks);
    this.#passing?.read(lineAt, linePx);
    this.#follow();
  }

  /** React has painted these lines of what is listed, and one besides, or -1. */
  hold(held: readonly number[], kept: number, keyAt: LineKeyAt): void {
    this.#held = held;
    this.#there = new Set([...held, kept]);
    this.#keys = new Set([...this.#there].map(keyAt));
    this.#follow();
  }

  /** The lines to paint first where something else is listed: those in view and around it that React has painted already. */
  staying({ linePx, count, keyAt }: Pick<LineContent, "linePx" | "count" | "keyAt">): readonly number[] {
    const wanted = linesInView(this.#viewOf({ linePx, count }), linesAround);
    return linesOf(wanted).filter((index) => this.#keys.has(keyAt(index)));
  }

  /** Moves the list as little as is needed for all of this line to be in view. */
  reveal(index: number): void {
    const { topPx, viewPx, linePx } = this.#view;
    const [above, below] = [(index - this.#covered) * linePx, (index + 1) * linePx - viewPx];
    const to = Math.max(0, Math.min(topPx, above), below);
    if (to === topPx || this.#boxes === undefined) return;
    this.#boxes.scroller.scrollTop = to;
    this.#movedTo(to);
  }

  /** How many whole lines are in view. */
  page(): number {
    return Math.floor(this.#view.viewPx / this.#view.linePx) - this.#covered;
  }

  #tellTop(): void {
    this.top.set(this.#view.topPx / this.#view.linePx);
  }

  /** The list moves up where it has become too short for where it stands. */
  #viewOf({ linePx, count }: Pick<LineContent, "linePx" | "count">): ListView {
    const { topPx, viewPx } = this.#view;
    return { topPx: Math.max(0, Math.min(topPx, count * linePx - viewPx)), viewPx, linePx, count };
  }

  #pass(cellLooks: readonly string[] | undefined): void {
    this.#passing?.remove();
    this.#cellLooks = cellLooks;
    this.#passing = cellLooks && this.#boxes && new PassingLines(this.#boxes.passing, cellLooks);
    this.#reserve();
  }

  /** As many light lines as ever pass by at a time: making them takes longer than a frame has. */
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

  /** Light lines take every place in view that has no real one, and real ones follow them. */
  #follow(): void {
    const moves = this.#moves();
    const isThere = (index: number) => this.#there.has(index);
    if (moves || !linesOf(linesInView(this.#view)).every(isThere))
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

  /** What to paint next, if anything: while the list moves fast nothing new, and nothing that is far away by then. */
  #next(): readonly number[] | undefined {
    const painted = this.#held;
    const [inView, wanted] = [linesInView(this.#view), linesInView(this.#view, linesAround)];
    if (this.#linesPerSecond > fastLines)
      return painted.length > 0 && !painted.some((line) => isIn(wanted, line)) ? noLines : undefined;
    const next = nextLines({ painted, inView, wanted }, linesAtOnce[this.#isBusy() ? "moving" : "resting"]);
    return next === painted ? undefined : next;
  }

  #moves(): boolean {
    return performance.now() - this.#movedAt < restMs;
  }

  /** Somebody who moves the list, or types, comes before lines that are light still. */
  #isBusy(): boolean {
    return this.#moves() || performance.now() - this.#listedAt < restMs;
  }
}
