import fc from "fast-check";
import { expect, test } from "vitest";
import { type LabelledMark, placeLabels } from "./place-labels.ts";

const widthPx = 800;
const marks = fc
  .array(fc.record({ atPx: fc.integer({ min: 0, max: widthPx }), widthPx: fc.integer({ min: 20, max: 400 }) }), {
    maxLength: 12,
  })
  .map((some) => some.sort((a, b) => a.atPx - b.atPx));

const rightOf = (mark: LabelledMark, leftPx: number) => leftPx + mark.widthPx;

test("labels stay inside, and no two of a line meet", () => {
  fc.assert(
    fc.property(marks, (some) => {
      const placed = placeLabels(some, widthPx);
      for (const [index, { leftPx, line }] of placed.entries()) {
        const mark = some[index];
        if (mark === undefined) throw new Error("a label without its mark");
        expect(leftPx).toBeGreaterThanOrEqual(0);
        expect(rightOf(mark, leftPx)).toBeLessThanOrEqual(widthPx);
        const next = placed.findIndex((other, at) => at > index && other.line === line);
        if (next !== -1) expect(rightOf(mark, leftPx)).toBeLessThan(placed[next]?.leftPx ?? 0);
      }
    }),
    { seed: 11, numRuns: 300 },
  );
});

test("labels with room stand on one line, each at its mark", () => {
  expect(
    placeLabels(
      [
        { atPx: 0, widthPx: 100 },
        { atPx: 300, widthPx: 100 },
      ],
      widthPx,
    ),
  ).toEqual([
    { leftPx: 0, line: 0 },
    { leftPx: 300, line: 0 },
  ]);
});

test("an earlier label that reaches into a later one goes beneath it, and one at the edge ends there", () => {
  expect(
    placeLabels(
      [
        { atPx: 700, widthPx: 200 },
        { atPx: 790, widthPx: 200 },
      ],
      widthPx,
    ),
  ).toEqual([
    { leftPx: 600, line: 1 },
    { leftPx: 600, line: 0 },
  ]);
});
