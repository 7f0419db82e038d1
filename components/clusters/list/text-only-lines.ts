"use client";

import type { LineRange } from "#lib/view/grid/line-range.ts";
import type { CellText, TextOnlyCell } from "../columns/text-only-cell.ts";

/** A line as text only. */
export interface TextOnlyLine {
  readonly look: string;
  readonly cells: readonly TextOnlyCell[];
}

/** @returns undefined if the list has no such line */
export type TextOnlyLineAt = (index: number) => TextOnlyLine | undefined;

/** A piece of text in the document; the first one of a cell is in the cell's own element. */
interface Stretch {
  readonly element: HTMLElement;
  readonly node: Text;
  /** CSS classes that do not change. */
  readonly always: string;
  look: string;
}

interface Cell {
  readonly first: Stretch;
  second: Stretch | undefined;
}

interface Slot {
  readonly element: HTMLElement;
  readonly cells: readonly Cell[];
  look: string;
  /** Index of the line it shows; -1 while it is hidden. */
  index: number;
  /** How many of its cells have text. */
  said: number;
}

/**
 * Text-only lines shown while a list moves faster than React renders. A fixed number of elements gets the position and
 * the texts of each line: nothing is created, measured or removed. They are visual only, until the real lines follow.
 */
export class TextOnlyLines {
  readonly #box: HTMLElement;
  readonly #cellLooks: readonly string[];
  #lineAt: TextOnlyLineAt = () => undefined;
  #linePx = 0;
  #cells = Number.POSITIVE_INFINITY;
  #slots: readonly Slot[] = [];

  /** @param cellLooks CSS classes of each cell of a line */
  constructor(box: HTMLElement, cellLooks: readonly string[]) {
    this.#box = box;
    this.#cellLooks = cellLooks;
  }

  /** Sets the content and the height of the lines, and updates those that are shown. */
  read(lineAt: TextOnlyLineAt, linePx: number): void {
    this.#lineAt = lineAt;
    this.#linePx = linePx;
    for (const slot of this.#slots) if (slot.index >= 0) this.#put(slot, slot.index);
  }

  /** Creates elements for this many lines; they are off-screen until shown. */
  reserve(many: number): void {
    if (many <= this.#slots.length) return;
    this.remove();
    this.#slots = Array.from({ length: many }, () => {
      const element = document.createElement("div");
      element.className = "absolute";
      element.style.transform = outOfSight;
      const cells = this.#cellLooks.map((look) => ({ first: stretchIn(element, "div", look), second: undefined }));
      return { element, cells, look: "", index: -1, said: 0 };
    });
    this.#box.append(...this.#slots.map(({ element }) => element));
  }

  /**
   * Shows these lines and no others, except those that are rendered already.
   *
   * @param cells how many cells of a line to fill, if all of them would take too long
   */
  show({ first, end }: LineRange, isThere: (index: number) => boolean, cells = Number.POSITIVE_INFINITY): void {
    this.#cells = cells;
    this.reserve(end - first);
    const many = this.#slots.length;
    for (const [place, slot] of this.#slots.entries()) {
      // Each line has a fixed slot as long as it is shown.
      const index = first + ((((place - first) % many) + many) % many);
      if (index >= end || isThere(index)) hide(slot);
      else if (slot.index !== index || slot.said !== cells) this.#put(slot, index);
    }
  }

  hide(): void {
    for (const slot of this.#slots) hide(slot);
  }

  /** Removes the elements from the document. */
  remove(): void {
    this.#box.replaceChildren();
    this.#slots = [];
  }

  #put(slot: Slot, index: number): void {
    const line = this.#lineAt(index);
    if (line === undefined) {
      hide(slot);
      return;
    }
    if (slot.index < 0) slot.element.setAttribute(shownMark, "");
    slot.index = index;
    slot.said = this.#cells;
    slot.element.style.transform = `translateY(${index * this.#linePx}px)`;
    if (slot.look !== line.look) {
      slot.look = line.look;
      slot.element.className = line.look;
    }
    for (const [place, cell] of slot.cells.entries()) {
      write(cell, (place < this.#cells && line.cells[place]) || [nothing]);
    }
  }
}

/** Marks the lines that are shown; no style uses it. */
const shownMark = "data-passing";
/** Off-screen position. An element removed from the layout would need style and layout again to come back. */
const outOfSight = "translateY(-9999px)";

function hide(slot: Slot): void {
  if (slot.index < 0) return;
  slot.index = -1;
  slot.element.removeAttribute(shownMark);
  slot.element.style.transform = outOfSight;
}

/** Skips unchanged text: setting it again would trigger another layout. */
function write(cell: Cell, [first, second]: TextOnlyCell): void {
  set(cell.first, first);
  if (second) cell.second ??= stretchIn(cell.first.element, "span", "ml-1.5");
  if (cell.second) set(cell.second, second ?? nothing);
}

const nothing: CellText = { text: "" };

function set(stretch: Stretch, { text, look = "" }: CellText): void {
  if (stretch.node.data !== text) stretch.node.data = text;
  if (stretch.look === look) return;
  stretch.look = look;
  stretch.element.className = `${stretch.always} ${look}`;
}

function stretchIn(parent: HTMLElement, kind: "div" | "span", always: string): Stretch {
  const element = document.createElement(kind);
  const node = document.createTextNode("");
  element.className = always;
  element.append(node);
  parent.append(element);
  return { element, node, always, look: "" };
}
