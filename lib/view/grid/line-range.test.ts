import { describe, expect, test } from "vitest";
import { type LineRange, lineNumbersInRange, linesInView, nextLinesToRender } from "./line-range.ts";

const span = (first: number, end: number): LineRange => ({ first, end });
const view = { topPx: 320, viewPx: 100, linePx: 32, count: 1_000 };

describe("lines in view", () => {
  test.each([
    ["a line that is cut in two is in view", view, 0, span(10, 14)],
    ["lines around are added on both sides", view, 3, span(7, 17)],
    ["nothing lies above the first line", { ...view, topPx: 0 }, 5, span(0, 9)],
    ["nothing lies below the last line", { ...view, topPx: 31_900 }, 5, span(991, 1_000)],
    ["an empty list has none", { ...view, count: 0 }, 5, span(0, 0)],
    ["a list that ends above the view has none", { ...view, count: 4 }, 0, span(4, 4)],
  ])("%s", (_rule, list, around, lines) => {
    expect(linesInView(list, around)).toEqual(lines);
  });
});

describe("the next lines", () => {
  const inView = span(100, 124);
  const wanted = span(92, 132);
  const lines = (first: number, end: number) => lineNumbersInRange(span(first, end));

  test.each([
    ["begin at the top of the view when the list jumped", lines(0, 40), lines(100, 106)],
    ["grow down to the end of the view first", lines(92, 118), lines(92, 124)],
    ["keep the lines that are still wanted, and no others", lines(80, 120), lines(92, 126)],
    ["grow up where the list is moved up", lines(106, 150), lines(100, 132)],
    ["grow on both sides in one step", lines(102, 120), lines(100, 124)],
    ["then take what lies around the view", lines(100, 124), lines(100, 130)],
    ["take no more than is wanted", lines(92, 130), lines(92, 132)],
    ["fill in what is missing between others", [100, 103, ...lines(106, 124)], lines(100, 126)],
  ])("%s", (_rule, painted, next) => {
    expect(nextLinesToRender({ painted, wanted, inView }, 6)).toEqual(next);
  });

  test("are the same ones when all are painted", () => {
    const painted = lines(92, 132);
    expect(nextLinesToRender({ painted, wanted, inView }, 6)).toBe(painted);
  });

  test("come to what is wanted from anywhere, and never have more than so many new ones", () => {
    const odd = lines(0, 200).filter((line) => line % 3 === 1);
    for (const from of [[], lines(0, 40), lines(95, 99), lines(131, 170), lines(124, 140), [110], odd]) {
      let painted: readonly number[] = from;
      for (let step = 0; step < 9; step += 1) {
        const next = nextLinesToRender({ painted, wanted, inView }, 6);
        expect(next.filter((line) => !painted.includes(line)).length).toBeLessThanOrEqual(6);
        painted = next;
      }
      expect(painted).toEqual(lines(92, 132));
    }
  });
});
