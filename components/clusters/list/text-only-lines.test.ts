import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countTextWrites, createFakeBrowser } from "./create-fake-browser.fixture.ts";
import type { TextOnlyLine } from "./text-only-lines.ts";
import { TextOnlyLines } from "./text-only-lines.ts";

const line = (index: number): TextOnlyLine => ({
  look: `look-${index % 2}`,
  cells: [[{ text: `name ${index}`, look: "bold" }, { text: "project" }], [{ text: `version ${index}` }]],
});
const nowhere = () => false;

function begin() {
  const box = document.createElement("div");
  const lines = new TextOnlyLines(box, ["first", "second"]);
  lines.read((index) => (index < 100 ? line(index) : undefined), 32);
  return { box, lines };
}

const elementsOf = ({ children }: HTMLElement) =>
  [...children].filter((element): element is HTMLElement => "style" in element);
const shownIn = (box: HTMLElement) =>
  elementsOf(box)
    .filter((element) => element.hasAttribute("data-passing"))
    .map(({ style, textContent }) => `${style.transform} ${textContent}`)
    .sort();

describe("lines that pass by", () => {
  beforeEach(() => {
    for (const [name, value] of Object.entries(createFakeBrowser().globals)) vi.stubGlobal(name, value);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("stand in their places with their texts, but for those that are there already", () => {
    const { box, lines } = begin();
    lines.show({ first: 10, end: 13 }, (index) => index === 11);
    expect(shownIn(box)).toEqual([
      "translateY(320px) name 10projectversion 10",
      "translateY(384px) name 12projectversion 12",
    ]);
  });

  it("keep their elements and what they say while others come and go", () => {
    const { box, lines } = begin();
    lines.show({ first: 10, end: 20 }, nowhere);
    const before = elementsOf(box);
    const at = (index: number) =>
      elementsOf(box).find(({ style }) => style.transform === `translateY(${index * 32}px)`);
    const eleventh = at(11);
    const writes = countTextWrites(eleventh);
    lines.show({ first: 11, end: 21 }, nowhere);
    expect(elementsOf(box)).toEqual(before);
    expect(at(11)).toBe(eleventh);
    expect(countTextWrites(eleventh)).toBe(writes);
    expect(shownIn(box)).toHaveLength(10);
  });

  it("show no line beyond those asked for, whatever room they have", () => {
    const { box, lines } = begin();
    lines.reserve(30);
    const before = elementsOf(box);
    expect(before).toHaveLength(30);
    expect(shownIn(box)).toEqual([]);
    lines.show({ first: 40, end: 44 }, nowhere);
    expect(shownIn(box)).toHaveLength(4);
    expect(elementsOf(box)).toEqual(before);
  });

  it("leave empty where the list has no such line", () => {
    const { box, lines } = begin();
    lines.show({ first: 98, end: 104 }, nowhere);
    expect(shownIn(box)).toHaveLength(2);
  });

  it("go out of sight, and come back with what the list says by then", () => {
    const { box, lines } = begin();
    lines.show({ first: 0, end: 2 }, nowhere);
    lines.hide();
    expect(shownIn(box)).toEqual([]);
    expect(elementsOf(box).map(({ style }) => style.transform)).toEqual(Array(2).fill("translateY(-9999px)"));
    lines.read((index) => ({ look: "", cells: [[{ text: `other ${index}` }]] }), 40);
    lines.show({ first: 0, end: 2 }, nowhere);
    expect(shownIn(box)).toEqual(["translateY(0px) other 0", "translateY(40px) other 1"]);
  });

  it("say at once what is read while they are shown", () => {
    const { box, lines } = begin();
    lines.show({ first: 0, end: 1 }, nowhere);
    lines.read(() => ({ look: "", cells: [[{ text: "new" }], [{ text: "one" }]] }), 32);
    expect(shownIn(box)).toEqual(["translateY(0px) newone"]);
  });

  it("say their first cells alone where all would take too long, and all of them again afterwards", () => {
    const { box, lines } = begin();
    lines.show({ first: 5, end: 6 }, nowhere, 1);
    expect(shownIn(box)).toEqual(["translateY(160px) name 5project"]);
    lines.show({ first: 5, end: 6 }, nowhere);
    expect(shownIn(box)).toEqual(["translateY(160px) name 5projectversion 5"]);
  });
});
