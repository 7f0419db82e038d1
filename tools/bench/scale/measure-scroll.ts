import { measureScroll } from "../scroll.ts";
import type { Figure } from "./figure.ts";
import { openList } from "./list-page.ts";
import { newPage, type ScaleSetup } from "./setup.ts";

/** How smoothly the list moves, by gesture. */
export async function measureScrolling(setup: ScaleSetup): Promise<readonly Figure[]> {
  const page = await newPage(setup);
  await openList(page, setup);
  const gestures = await measureScroll(page);
  await page.context().close();
  return [...gestures].flatMap(([{ name, mostDropped, longestFrameMs }, runs]): readonly Figure[] => {
    const worst = (of: (run: (typeof runs)[number]) => number) => Math.max(...runs.map(of));
    return [
      {
        name: `scroll by ${name}: frames dropped`,
        unit: "%",
        value: worst((run) => run.droppedPercent),
        most: mostDropped,
      },
      {
        name: `scroll by ${name}: longest frame`,
        unit: "ms",
        value: worst((run) => run.longestFrameMs),
        most: longestFrameMs,
      },
    ];
  });
}
