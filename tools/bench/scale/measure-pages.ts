import { type BenchPage, benchPages } from "./bench-pages.ts";
import { type Measurement, percentile } from "./measurement.ts";
import { measureLongestTaskMs, observeTasks, readInteractionsMs } from "./page-tasks.ts";
import { openSignedInPage, type ScaleSetup } from "./setup.ts";

const mostTaskMs = 100;
const mostInteractionMs = 120;

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
  for (const { path, query = "", name, isReady, steps } of pages) {
    const page = await openSignedInPage(setup);
    await observeTasks(page);
    await page.goto(`${path}${query}`);
    await isReady(page);
    let value = await measureLongestTaskMs(page);
    for (const step of steps) {
      await step(page);
      value = await measureLongestTaskMs(page);
    }
    interactions.push(...(await readInteractionsMs(page)));
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
