"use client";

import type { LineRange } from "#lib/view/grid/line-range.ts";
import type { TextOnlyCell, TextOnlyCellPart } from "../columns/text-only-cell.ts";

/** A text-only version of a line of the list, for fast scrolling. */
export interface TextOnlyLine {
  readonly look: string;
  readonly cells: readonly TextOnlyCell[];
}

/** Returns the text-only version of a line. @returns undefined if the list has no such line */
export type GetTextOnlyLine = (index: number) => TextOnlyLine | undefined;

/** DOM nodes of one piece of text in a cell. The first piece uses the element of the cell itself. */
interface Stretch {
  readonly element: HTMLElement;
  readonly node: Text;
  /** CSS classes that are the same for all lines. */
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
  /** Index of the line that the element shows; -1 while the element is hidden. */
  index: number;
  /** Number of cells that have a text. */
  said: number;
}

/**
 * Renders text-only lines while a list scrolls faster than React can render. It moves a fixed number of elements and
 * sets their texts; nothing is created, measured or removed while scrolling. The lines are hidden from screen readers.
 */
export class TextOnlyLines {
  readonly #box: HTMLElement;
  readonly #cellLooks: readonly string[];
  #lineAt: GetTextOnlyLine = () => undefined;
  #linePx = 0;
  #cells = Number.POSITIVE_INFINITY;
  #slots: readonly Slot[] = [];

  /** @param cellLooks CSS classes of each cell of a line */
  constructor(box: HTMLElement, cellLooks: readonly string[]) {
    this.#box = box;
    this.#cellLooks = cellLooks;
  }

  /** Sets the texts and the height of the lines, and updates the lines that are shown. */
  read(lineAt: GetTextOnlyLine, linePx: number): void {
    this.#lineAt = lineAt;
    this.#linePx = linePx;
    for (const slot of this.#slots) if (slot.index >= 0) this.#put(slot, slot.index);
  }

  /** Creates elements for this many lines. They stay off-screen until they show a line. */
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
   * Shows the lines of the given range, except those that React has rendered already, and hides all others.
   * @param cells maximum number of cells to fill in each line, if filling all would take too long
   */
  show({ first, end }: LineRange, isThere: (index: number) => boolean, cells = Number.POSITIVE_INFINITY): void {
    this.#cells = cells;
    this.reserve(end - first);
    const many = this.#slots.length;
    for (const [place, slot] of this.#slots.entries()) {
      // A line stays in the same element as long as it is shown.
      const index = first + ((((place - first) % many) + many) % many);
      if (index >= end || isThere(index)) hide(slot);
      else if (slot.index !== index || slot.said !== cells) this.#put(slot, index);
    }
  }

  hide(): void {
    for (const slot of this.#slots) hide(slot);
  }

  /** Removes all elements of the text-only lines from the document. */
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

/** Attribute that marks the text-only lines that are shown; tests and debugging use it, no style does. */
const shownMark = "data-passing";
/** Transform that moves a line off-screen. After `display: none`, showing the line would need style and layout. */
const outOfSight = "translateY(-9999px)";

function hide(slot: Slot): void {
  if (slot.index < 0) return;
  slot.index = -1;
  slot.element.removeAttribute(shownMark);
  slot.element.style.transform = outOfSight;
}

/** Writes the texts of a cell, except unchanged ones: setting them again would trigger another layout. */
function write(cell: Cell, [first, second]: TextOnlyCell): void {
  set(cell.first, first);
  if (second) cell.second ??= stretchIn(cell.first.element, "span", "ml-1.5");
  if (cell.second) set(cell.second, second ?? nothing);
}

const nothing: TextOnlyCellPart = { text: "" };

function set(stretch: Stretch, { text, look = "" }: TextOnlyCellPart): void {
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
