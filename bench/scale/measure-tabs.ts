import type { Figure } from "./figure.ts";
import { type Ground, newPage } from "./ground.ts";
import { openList } from "./list-page.ts";

const users = 5;
const mostRatio = 4;

/** Five people who open the list in the same moment, each in a browser of his own, beside one who does. */
export async function measureTabs(ground: Ground): Promise<readonly Figure[]> {
  const one = await longestOf(ground, 1);
  const five = await longestOf(ground, users);
  return [
    { name: "one tab: all rows", unit: "s", value: one },
    { name: "five tabs of five users: all rows", unit: "s", value: five },
    { name: "five tabs, by one", unit: "×", value: five / one, most: mostRatio },
  ];
}

/** Seconds until the last of them shows all rows. */
async function longestOf(ground: Ground, count: number): Promise<number> {
  const pages = [];
  for (let person = 0; person < count; person += 1) pages.push(await newPage(ground, person));
  const waits = await Promise.all(pages.map((page) => openList(page, ground)));
  await Promise.all(pages.map((page) => page.context().close()));
  return Math.max(...waits);
}
