"use client";

import type { LineSpan } from "#lib/view/grid/line-span.ts";
import type { LightCell, LightText } from "../columns/light-text.ts";

/** One line in texts alone. */
export interface LightLine {
  readonly look: string;
  readonly cells: readonly LightCell[];
}

/** @returns undefined where the list has no such line */
export type LightLineAt = (index: number) => LightLine | undefined;

/** A stretch of text as it stands in the document; the first one of a cell stands in the cell itself. */
interface Stretch {
  readonly element: HTMLElement;
  readonly node: Text;
  /** The classes that it always has. */
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
  /** The line it shows; -1 while it is out of sight. */
  index: number;
  /** How many of its cells say something. */
  said: number;
}

/**
 * Lines that pass by while a list moves faster than React paints. A fixed number of elements takes the place and the
 * texts of each line as it comes: nothing is made, measured or thrown away. They are for the eye alone, until the real
 * lines follow.
 */
export class PassingLines {
  readonly #box: HTMLElement;
  readonly #cellLooks: readonly string[];
  #lineAt: LightLineAt = () => undefined;
  #linePx = 0;
  #cells = Number.POSITIVE_INFINITY;
  #slots: readonly Slot[] = [];

  /** @param cellLooks the classes of each cell of a line */
  constructor(box: HTMLElement, cellLooks: readonly string[]) {
    this.#box = box;
    this.#cellLooks = cellLooks;
  }

  /** Says anew what stands in each line, and how high a line is. */
  read(lineAt: LightLineAt, linePx: number): void {
    this.#lineAt = lineAt;
    this.#linePx = linePx;
    for (const slot of this.#slots) if (slot.index >= 0) this.#put(slot, slot.index);
  }

  /** Makes room for so many lines at a time; they are out of sight until they are shown. */
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
   * Shows these lines and no others, but for those that are there already.
   *
   * @param cells how many of a line's cells, where all of them would take too long
   */
  show({ first, end }: LineSpan, isThere: (index: number) => boolean, cells = Number.POSITIVE_INFINITY): void {
    this.#cells = cells;
    this.reserve(end - first);
    const many = this.#slots.length;
    for (const [place, slot] of this.#slots.entries()) {
      // Each line has a slot of its own, and keeps it for as long as it is shown.
      const index = first + ((((place - first) % many) + many) % many);
      if (index >= end || isThere(index)) hide(slot);
      else if (slot.index !== index || slot.said !== cells) this.#put(slot, index);
    }
  }

  hide(): void {
    for (const slot of this.#slots) hide(slot);
  }

  /** Takes them out of the document. */
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

/** Marks the lines that are shown; no style asks for it. */
const shownMark = "data-passing";
/** Above the list. What is taken out of the document's layout would all be styled and laid out again when it comes back. */
const outOfSight = "translateY(-9999px)";

function hide(slot: Slot): void {
  if (slot.index < 0) return;
  slot.index = -1;
  slot.element.removeAttribute(shownMark);
  slot.element.style.transform = outOfSight;
}

/** What stays as it was is left alone: setting it again would have it laid out again. */
function write(cell: Cell, [first, second]: LightCell): void {
  set(cell.first, first);
  if (second) cell.second ??= stretchIn(cell.first.element, "span", "ml-1.5");
  if (cell.second) set(cell.second, second ?? nothing);
}

const nothing: LightText = { text: "" };

function set(stretch: Stretch, { text, look = "" }: LightText): void {
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
