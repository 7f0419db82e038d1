import * as z from "zod";
import { type BenchPage, benchPages } from "./bench-pages.ts";
import { sizeOfAnswer } from "./measure-start.ts";
import { type Measurement, maxForSize, percentile } from "./measurement.ts";
import { measureLongestTaskMs, observeTasks, readInteractionsMs } from "./page-tasks.ts";
import { openSignedInPage, type ScaleSetup } from "./setup.ts";

const mostTaskMs = 100;
const mostInteractionMs = 120;
/** Limits of pages with data of their own at a number of Shoots, like those of the list of clusters. */
const mostReadyS = { 10000: 1 };
const mostDataKb = { 10000: 100 };

const clusterTabs = [
  ...["", "/updates", "/maintenance", "/nodes", "/credentials", "/activity", "/advanced", "/yaml", "/deletion"],
];
const others = ["/operations", "/feeds", "/session", "/versions/whatif"];

const plain = (path: string, name = path): BenchPage & { readonly name: string } => ({
  ...{ path, name, steps: [] },
  isReady: (page) => page.getByRole("heading", { level: 1 }).waitFor(),
});

/** Measures the longest blocking task of each page, while it is opened and used, and how fast the pages respond. */
export async function measurePages(setup: ScaleSetup): Promise<readonly Measurement[]> {
  const [shoot] = setup.farm.garden.shoots;
  if (shoot === undefined) throw new Error("the garden has no Shoots");
  const cluster = `/clusters/${encodeURIComponent(shoot.project)}/${encodeURIComponent(shoot.name)}`;
  const pages = [
    ...benchPages.map((screen) => ({ ...screen, name: screen.path })),
    ...others.map((path) => plain(path)),
    ...clusterTabs.map((tab) => plain(`${cluster}${tab}`, `a cluster's page ${tab}`.trim())),
  ];
  const figures: Measurement[] = [];
  const interactions: number[] = [];
  for (const { path, query = "", name, data, isReady, steps } of pages) {
    const page = await openSignedInPage(setup);
    await observeTasks(page);
    const coming =
      data === undefined ? undefined : page.waitForRequest((asked) => new URL(asked.url()).pathname === data);
    await page.goto(`${path}${query}`, { waitUntil: "commit" });
    await isReady(page);
    const readyS = z.number().parse(await page.evaluate("performance.now()")) / 1000;
    let value = await measureLongestTaskMs(page);
    for (const step of steps) {
      await step(page);
      value = await measureLongestTaskMs(page);
    }
    const own = await readInteractionsMs(page);
    interactions.push(...own);
    if (coming !== undefined) {
      const { packedBytes } = await sizeOfAnswer(await coming);
      figures.push(
        { name: `ready: ${name}`, unit: "s", value: readyS, most: maxForSize(setup.shoots, mostReadyS) },
        { name: `as sent: ${data}`, unit: "kB", value: packedBytes / 1e3, most: maxForSize(setup.shoots, mostDataKb) },
        {
          name: `interactions p75: ${name}`,
          unit: "ms",
          value: percentile([0, ...own], 0.75),
          most: mostInteractionMs,
        },
      );
    }
    await page.context().close();
    figures.push({ name: `longest task: ${name}`, unit: "ms", value, most: mostTaskMs });
  }
  if (interactions.length === 0) throw new Error("no click or key press was measured");
  const responseMs = percentile(interactions, 0.75);
  return [
    ...figures,
    { name: "interactions of 16 ms and more, p75", unit: "ms", value: responseMs, most: mostInteractionMs },
  ];
}
