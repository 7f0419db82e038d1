import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../e2e/find-chromium.ts";
import { startProduct } from "./fuzz-product.ts";
import { observeWork, type Work, workSince } from "./page-work.ts";
import { report } from "./report.ts";

/** With the seventy of the demo landscape. */
const generated = Number(process.env.INTERACTION_SHOOTS ?? 9_930);
/** So many times slower than this machine the browser's processor is made to be. */
const slowdown = Number(process.env.INTERACTION_SLOWDOWN ?? 1);
const mostInteractionMs = 120;
const mostTaskMs = 200;

interface Step {
  readonly name: string;
  readonly act: (page: Page) => Promise<unknown>;
}

interface Screen {
  readonly path: string;
  readonly isReady: (page: Page) => Promise<unknown>;
  readonly steps: readonly Step[];
}

const press = (name: string, key: string): Step => ({ name, act: (page) => page.keyboard.press(key) });

const pressButton = (label: string): Step => ({
  name: label.toLowerCase(),
  act: (page) => page.getByRole("button", { name: label, exact: true }).first().click(),
});

const sortBy = (label: string): Step => ({ ...pressButton(label), name: `sort by ${label}` });

const toggle = (label: RegExp): Step => ({
  name: `filter ${label.source}`,
  act: (page) => page.getByRole("complementary", { name: "Filters" }).getByLabel(label).first().click(),
});

const type = (text: string): readonly Step[] => [
  { name: "open the search", act: (page) => page.getByRole("combobox", { name: "Search clusters" }).click() },
  ...[...text].map((letter) => press(`type ${letter}`, letter)),
  { name: "clear the search", act: (page) => page.getByRole("button", { name: "Clear the search" }).click() },
];

const filters: readonly Step[] = [
  press("open the filters", "f"),
  toggle(/^production/),
  toggle(/^unhealthy/i),
  toggle(/^unhealthy/i),
  toggle(/^production/),
  press("close the filters", "f"),
];

const screens: readonly Screen[] = [
  {
    path: "/clusters",
    isReady: (page) => page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(5).waitFor(),
    steps: [
      ...["Health", "Last operation", "Kubernetes", "Images", "Next forced change", "Next window", "Rotation"].map(
        sortBy,
      ),
      ...["Findings", "Cluster"].map(sortBy),
      ...filters,
      ...type("prod-eu"),
    ],
  },
  {
    path: "/forecast",
    isReady: (page) => page.getByRole("table", { name: /something is forced/ }).waitFor(),
    steps: [
      ...["Project", "First forced change"].map(sortBy),
      { name: "heat map by profile", act: (page) => page.getByRole("button", { name: "Cloud profile" }).click() },
      { name: "next page", act: (page) => page.getByRole("button", { name: "Next", exact: true }).click() },
      ...filters,
    ],
  },
  {
    path: "/calendar",
    isReady: (page) => page.getByRole("grid").getByRole("row").nth(5).waitFor(),
    steps: [pressButton("Next month"), pressButton("Next month"), pressButton("agenda"), pressButton("Today")],
  },
];

/**
 * What a person waits for who sorts, searches and filters ten thousand clusters in a browser, on the build as people run
 * it. INTERACTION_SHOOTS and INTERACTION_SLOWDOWN choose how many clusters and how slow a browser.
 */
export async function benchInteraction(): Promise<boolean> {
  const product = await startProduct({ DEMO_SHOOTS: String(generated), DEMO_LIFE: "false", LOG_LEVEL: "warn" });
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
  try {
    const verdicts: boolean[] = [];
    for (const screen of screens) {
      const page = await signedIn(browser, `http://127.0.0.1:${product.port}`);
      verdicts.push(judged(screen.path, await measured(page, screen)));
      await page.context().close();
    }
    return verdicts.every(Boolean);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function signedIn(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  const answer = await page.request.post("/api/session", {
    data: { method: "demo", identity: "operator" },
    headers: { "x-almanac": "1", "sec-fetch-site": "same-origin" },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

interface StepWork extends Work {
  readonly name: string;
}

async function measured(page: Page, { path, isReady, steps }: Screen): Promise<readonly StepWork[]> {
  page.setDefaultTimeout(120_000);
  await observeWork(page);
  await page.goto(path);
  await isReady(page);
  const works: StepWork[] = [{ name: "first load", ...(await workSince(page)), interactionMs: 0 }];
  for (const { name, act } of steps) {
    await act(page);
    works.push({ name, ...(await workSince(page)) });
  }
  return works;
}

function judged(path: string, works: readonly StepWork[]): boolean {
  for (const { name, interactionMs, longestTaskMs } of works) {
    const isSlow = interactionMs > mostInteractionMs || longestTaskMs > mostTaskMs;
    const line = `${interactionMs.toFixed(0)} ms to the next paint, longest task ${longestTaskMs.toFixed(0)} ms`;
    process.stdout.write(`  ${isSlow ? "!" : " "} ${path} ${name.padEnd(34)} ${line}\n`);
  }
  const [load, ...interactions] = works;
  const durations = interactions.map(({ interactionMs }) => interactionMs).sort((a, b) => a - b);
  const p75 = durations[Math.ceil(durations.length * 0.75) - 1] ?? 0;
  const longest = Math.max(...interactions.map(({ longestTaskMs }) => longestTaskMs));
  return [
    report({
      name: `${path}: longest task of the first load`,
      value: `${(load?.longestTaskMs ?? 0).toFixed(0)} ms`,
      goal: `≤ ${mostTaskMs} ms`,
      met: (load?.longestTaskMs ?? 0) <= mostTaskMs,
    }),
    report({
      name: `${path}: interaction, p75 of ${durations.length}`,
      value: `${p75.toFixed(0)} ms`,
      goal: `≤ ${mostInteractionMs} ms`,
      met: p75 <= mostInteractionMs,
    }),
    report({
      name: `${path}: longest task`,
      value: `${longest.toFixed(0)} ms`,
      goal: `≤ ${mostTaskMs} ms`,
      met: longest <= mostTaskMs,
    }),
  ].every(Boolean);
}
