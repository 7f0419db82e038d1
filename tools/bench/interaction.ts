import type { Browser, Page } from "@playwright/test";
import { launchBrowser, signedIn, startBrowser } from "./browser-page.ts";
import { startProduct } from "./fuzz-product.ts";
import { observeWork, passMinute, type Work, workSince } from "./page-work.ts";
import { report } from "./report.ts";
import { traceTasks } from "./task-trace.ts";

/** With the seventy of the demo landscape. */
const generated = Number(process.env.INTERACTION_SHOOTS ?? 9_930);
const mostInteractionMs = 120;
const mostTaskMs = 200;
const rounds = 5;

interface Step {
  readonly name: string;
  readonly act: (page: Page) => Promise<unknown>;
}

export interface Screen {
  readonly path: string;
  /** What is asked with it, such as columns that are not shown otherwise. */
  readonly query?: string;
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

/** Everything that is said of the time is made anew, although nobody has touched anything. */
const minute: Step = { name: "a minute passes", act: passMinute };

/** Those on which the whole landscape is shown. */
export const screens: readonly Screen[] = [
  {
    path: "/",
    isReady: (page) => page.getByRole("heading", { name: "Needs attention" }).waitFor(),
    steps: [minute],
  },
  {
    path: "/clusters",
    query: "?cols=name,health,forceAt,op,k8s,images,window,rotation,findings",
    isReady: (page) => page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(5).waitFor(),
    steps: [
      ...["Health", "Last operation", "Kubernetes", "Images", "Forced change", "Next window", "Rotation"].map(sortBy),
      ...["Findings", "Cluster"].map(sortBy),
      ...filters,
      ...type("prod-eu"),
      press("open the filters", "f"),
      minute,
    ],
  },
  {
    path: "/forecast",
    isReady: (page) => page.getByRole("table", { name: "Clusters with a forced change" }).waitFor(),
    steps: [
      ...["Project", "First forced change"].map(sortBy),
      { name: "heat map by profile", act: (page) => page.getByRole("button", { name: "Cloud profile" }).click() },
      { name: "next page", act: (page) => page.getByRole("button", { name: "Next", exact: true }).click() },
      ...filters,
      press("open the filters", "f"),
      minute,
    ],
  },
  {
    path: "/calendar",
    isReady: (page) => page.getByRole("grid").getByRole("row").nth(5).waitFor(),
    steps: [pressButton("Next month"), pressButton("Next month"), pressButton("Agenda"), pressButton("Today"), minute],
  },
  {
    path: "/rotations",
    isReady: (page) => page.getByRole("table", { name: "Rotations" }).waitFor(),
    steps: [minute],
  },
  {
    path: "/versions/kubernetes",
    isReady: (page) => page.getByRole("grid").getByRole("row").nth(5).waitFor(),
    steps: [minute],
  },
];

/**
 * What a person waits for who sorts, searches and filters ten thousand clusters in a browser, on the build as people run
 * it. Every screen is opened five times, and the longest task of the five counts; once more with a trace, which tells
 * how much of it is work. INTERACTION_SHOOTS and INTERACTION_SLOWDOWN choose how many clusters and how slow a browser.
 */
export async function benchInteraction(): Promise<boolean> {
  const product = await startProduct({ DEMO_SHOOTS: String(generated), DEMO_LIFE: "false", LOG_LEVEL: "warn" });
  const browser = await launchBrowser();
  const origin = `http://127.0.0.1:${product.port}`;
  try {
    await startBrowser(browser, origin);
    const verdicts: boolean[] = [];
    for (const screen of screens) {
      const runs: (readonly StepWork[])[] = [];
      for (let round = 0; round < rounds; round += 1) {
        runs.push(await signedIn(browser, origin, (page) => workOf(page, screen)));
      }
      const worked = await signedIn(browser, origin, (page) => traced(browser, page, screen));
      verdicts.push(judged(screen.path, inRounds(runs, worked)));
    }
    return verdicts.every(Boolean);
  } finally {
    await browser.close();
    await product.stop();
  }
}

interface StepWork extends Work {
  readonly name: string;
}

/**
 * What a page did that opened a screen and did its steps, the first load first.
 *
 * @param nextStep called before each step after the first load
 */
export async function workOf(
  page: Page,
  { path, query = "", isReady, steps }: Screen,
  nextStep?: () => Promise<void>,
): Promise<readonly StepWork[]> {
  await observeWork(page);
  await page.goto(`${path}${query}`);
  await isReady(page);
  const works = [{ name: "first load", ...(await workSince(page)), interactionMs: 0 }];
  for (const { name, act } of steps) {
    await nextStep?.();
    await act(page);
    works.push({ name, ...(await workSince(page)) });
  }
  return works;
}

/** By step the most processor time of one task, in a round of its own: who writes a trace keeps the browser waiting. */
async function traced(browser: Browser, page: Page, screen: Screen): Promise<readonly number[]> {
  const trace = await traceTasks(browser, page);
  await workOf(page, screen, trace.nextStep);
  return await trace.busiestTasks();
}

/** The same step in every round. */
interface StepRounds {
  readonly name: string;
  readonly interactionMs: readonly number[];
  /** The longest task of every round, the shortest first. */
  readonly lastedMs: readonly number[];
  /** The most processor time that one task took in the round that was traced. */
  readonly workedMs: number;
}

function inRounds(runs: readonly (readonly StepWork[])[], worked: readonly number[]): readonly StepRounds[] {
  const [first = []] = runs;
  return first.map(({ name }, step) => {
    const works = runs.flatMap((run) => run[step] ?? []);
    return {
      name,
      interactionMs: works.map(({ interactionMs }) => interactionMs),
      lastedMs: works.map(({ longestTaskMs }) => longestTaskMs).sort((a, b) => a - b),
      workedMs: worked[step] ?? 0,
    };
  });
}

function judged(path: string, steps: readonly StepRounds[]): boolean {
  for (const step of steps) {
    const isSlow = Math.max(...step.interactionMs) > mostInteractionMs || longestOf([step]) > mostTaskMs;
    const answers = step.interactionMs.map((ms) => ms.toFixed(0)).join(", ");
    const line = `${answers} ms to the next paint, longest task ${wordsOf([step])}`;
    process.stdout.write(`  ${isSlow ? "!" : " "} ${path} ${step.name.padEnd(34)} ${line}\n`);
  }
  const [load, ...interactions] = steps;
  const durations = interactions.flatMap(({ interactionMs }) => interactionMs).sort((a, b) => a - b);
  const p75 = durations[Math.ceil(durations.length * 0.75) - 1] ?? 0;
  return [
    reportTasks(`${path}: longest task of the first load`, load === undefined ? [] : [load]),
    report({
      name: `${path}: interaction, p75 of ${durations.length}`,
      value: `${p75.toFixed(0)} ms`,
      goal: `≤ ${mostInteractionMs} ms`,
      met: p75 <= mostInteractionMs,
    }),
    reportTasks(`${path}: longest task`, interactions),
  ].every(Boolean);
}

const longestOf = (steps: readonly StepRounds[]) => Math.max(0, ...steps.flatMap(({ lastedMs }) => lastedMs));

/** The median and the processor time tell what a long task is owed to; neither is judged. */
function wordsOf(steps: readonly StepRounds[]): string {
  const median = Math.max(0, ...steps.map(({ lastedMs }) => lastedMs[Math.floor(lastedMs.length / 2)] ?? 0));
  const worked = Math.max(0, ...steps.map(({ workedMs }) => workedMs));
  return `${longestOf(steps).toFixed(0)} ms (median ${median.toFixed(0)}, ${worked.toFixed(0)} ms of processor)`;
}

function reportTasks(name: string, steps: readonly StepRounds[]): boolean {
  const met = longestOf(steps) <= mostTaskMs;
  return report({ name, value: wordsOf(steps), goal: `≤ ${mostTaskMs} ms`, met });
}
