import type { Page } from "@playwright/test";
import { advancePageClockByMinute } from "./page-tasks.ts";

type Step = (page: Page) => Promise<unknown>;

export interface BenchPage {
  readonly path: string;
  /** Query string of the page, for example to show additional columns. */
  readonly query?: string;
  readonly isReady: (page: Page) => Promise<unknown>;
  /** API path with the page's own data, whose size is measured, besides the time until the page is ready. */
  readonly data?: string;
  readonly steps: readonly Step[];
}

const press =
  (key: string): Step =>
  (page) =>
    page.keyboard.press(key);

const pressButton =
  (label: string): Step =>
  (page) =>
    page.getByRole("button", { name: label, exact: true }).first().click();

const toggle =
  (label: RegExp): Step =>
  (page) =>
    page.getByRole("complementary", { name: "Filters" }).getByLabel(label).first().click();

const type = (text: string): readonly Step[] => [
  (page) => page.getByRole("combobox", { name: "Search clusters" }).click(),
  ...[...text].map(press),
  pressButton("Clear the search"),
];

const filters: readonly Step[] = [
  press("f"),
  ...[/^production/, /^unhealthy/i, /^unhealthy/i, /^production/].map(toggle),
  press("f"),
];

const rows: BenchPage["isReady"] = (page) => page.getByRole("grid").getByRole("row").nth(5).waitFor();

/** Pages that show all clusters, and typical actions; at the end, the page's clock advances by a minute. */
export const benchPages: readonly BenchPage[] = [
  {
    path: "/",
    isReady: (page) => page.getByRole("heading", { name: "Needs attention" }).waitFor(),
    steps: [advancePageClockByMinute],
  },
  {
    path: "/clusters",
    query: "?cols=name,health,forceAt,op,k8s,images,window,rotation,findings",
    isReady: rows,
    steps: [
      ...["Health", "Last operation", "Kubernetes", "Images", "Forced change", "Next window", "Rotation"].map(
        pressButton,
      ),
      ...["Findings", "Cluster"].map(pressButton),
      ...filters,
      ...type("prod-eu"),
      press("f"),
      advancePageClockByMinute,
    ],
  },
  {
    path: "/forecast",
    isReady: (page) => page.getByRole("table", { name: "Clusters with a forced change" }).waitFor(),
    steps: [
      ...["Project", "First forced change", "Cloud profile", "Next"].map(pressButton),
      ...filters,
      press("f"),
      advancePageClockByMinute,
    ],
  },
  {
    path: "/calendar",
    isReady: rows,
    steps: [...["Next month", "Next month", "Agenda", "Today"].map(pressButton), advancePageClockByMinute],
  },
  {
    path: "/rotations",
    isReady: (page) => page.getByRole("table", { name: "Rotations" }).waitFor(),
    steps: [advancePageClockByMinute],
  },
  {
    path: "/seeds",
    data: "/api/seeds",
    isReady: (page) =>
      page
        .getByRole("table", { name: "Seeds" })
        .getByRole("link", { name: /cluster/ })
        .first()
        .waitFor(),
    steps: [...["Capacity", "Clusters", "Seed"].map(pressButton), advancePageClockByMinute],
  },
  { path: "/versions/kubernetes", isReady: rows, steps: [advancePageClockByMinute] },
];
