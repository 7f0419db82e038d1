import { describe, expect, test } from "vitest";
import { clip, covers, type LineSpan, linesInView, nextSpan } from "./line-span.ts";

const span = (first: number, end: number): LineSpan => ({ first, end });
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

test("a span covers every span in it, and every empty one", () => {
  expect(covers(span(5, 10), span(5, 10))).toBe(true);
  expect(covers(span(5, 10), span(7, 11))).toBe(false);
  expect(covers(span(5, 5), span(9, 9))).toBe(true);
  expect(clip(span(2, 12), span(5, 10))).toEqual(span(5, 10));
});

describe("the next span", () => {
  const inView = span(100, 124);
  const wanted = span(92, 132);

  test.each([
    ["begins at the top of the view when the list jumped", span(0, 40), span(100, 106)],
    ["grows down to the end of the view first", span(92, 118), span(92, 124)],
    ["keeps the lines that are still wanted, and no others", span(80, 120), span(92, 126)],
    ["grows up where the list is moved up", span(110, 150), span(104, 132)],
    ["grows on both sides in one step", span(102, 123), span(100, 127)],
    ["then takes what lies around the view", span(100, 124), span(100, 130)],
    ["takes no more than is wanted", span(90, 130), span(92, 132)],
  ])("%s", (_rule, painted, next) => {
    expect(nextSpan({ painted, wanted, inView }, 6)).toEqual(next);
  });

  test("is the same one when all is painted", () => {
    const painted = span(92, 132);
    expect(nextSpan({ painted, wanted, inView }, 6)).toBe(painted);
  });

  test("comes to what is wanted from anywhere, and never has more than so many new lines", () => {
    for (const from of [span(0, 0), span(0, 40), span(95, 99), span(131, 170), span(124, 140), span(110, 111)]) {
      let painted = from;
      for (let step = 0; step < 9; step += 1) {
        const next = nextSpan({ painted, wanted, inView }, 6);
        const shared = Math.max(0, Math.min(next.end, painted.end) - Math.max(next.first, painted.first));
        expect(next.end - next.first - shared).toBeLessThanOrEqual(6);
        painted = next;
      }
      expect(painted).toEqual(wanted);
    }
  });
});
