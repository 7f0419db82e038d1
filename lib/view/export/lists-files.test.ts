import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow, sampleDeadEnd, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { compileLanguageBundle } from "#lib/language/catalogue.ts";
import { setLanguageProvider } from "#lib/language/language-bundle.ts";
import german from "#lib/language/messages/de.json" with { type: "json" };
import { text } from "#lib/language/text.ts";
import { utcClock } from "#lib/words/clock.ts";
import { entriesByDay } from "../calendar/calendar-days.ts";
import { compareClusters } from "../compare/compare-clusters.ts";
import { missingUpgradeLinksOf } from "../forecast/stuck-board.ts";
import { operationListRowsOf } from "../operations/operation-list-rows.ts";
import { clusterRotationsOf } from "../rotations/rotation-board.ts";
import { exportActivity, exportNodes, exportSeeds } from "./cluster-files.ts";
import { exportCalendarEvents } from "./export-calendar-events.ts";
import { exportComparison } from "./export-comparison.ts";
import { exportMembers, exportProjects } from "./export-projects.ts";
import { exportOperations, exportRotations, exportStuckLinks } from "./fleet-files.ts";
import type { PreparedListExport } from "./list-files.ts";
import { exportFeeds, exportNotices, exportSavedViews, exportWatchRules } from "./stored-files.ts";

const listed = { filter: "?q=x", now: fixtureNow };
const at = "2026-11-24T09:00:00Z";
const ofCluster = { project: "pay", name: "ledger", now: fixtureNow };
const row = sampleFleetRow({
  createdAt: at,
  forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(20)] }),
  lastOperation: { type: "Reconcile", state: "Processing", progress: 30, updatedAt: at },
  rotations: [{ family: "certificateAuthorities", phase: "Prepared", since: at, wait: "update-clients-and-complete" }],
});
const node = {
  ...{ name: "node-1", uid: "u", resourceVersion: "1", pool: "data", kubelet: "v1.34.1", createdAt: at },
  ...{ ready: { status: "True", since: at }, unschedulable: false, deleting: false, updateLabels: {} },
};
const pool = { name: "data", strategy: "", inPlace: false, pending: [], nodes: [node], ready: 1 };
const rule = {
  ...({ id: "r", name: "Mine", events: { deadEnd: true }, off: false, at } as const),
  subject: { kind: "cluster", project: "pay", name: "ledger" } as const,
};
const fact = { kind: "dead-end", code: "no-next-minor", version: "1.34.3" } as const;
const line = { project: "pay", namespace: "garden-pay", name: "ledger", what: "stuck", fact, at };
const shoot = (name: string) => ({
  metadata: { name, namespace: "garden-pay" },
  spec: { kubernetes: { version: "1.33.4" }, provider: { type: "gcp" } },
});
const compare = () =>
  compareClusters(
    [
      { row, shoot: shoot("one") },
      {
        row: sampleFleetRow({ health: "unhealthy", unhealthySince: at, unreadable: ["no-version"] }),
        shoot: shoot("other"),
      },
    ],
    { now: fixtureNow, clockFor: () => utcClock },
  );

const project = {
  ...{ name: "pay", uid: "u", roles: ["owner"], phase: "Ready" },
  stale: { staleSince: Date.parse(at), deletedAt: Date.parse(at) },
};
const member = { kind: "User", name: "ines@harborline.example", roles: ["admin", "uam"], isYou: true };

const makeLists = (): Readonly<Record<string, PreparedListExport>> => ({
  projects: exportProjects([{ project, numbers: { clusters: 1, unhealthy: 0 } }], fixtureNow),
  members: exportMembers("pay", [member], fixtureNow),
  rotations: exportRotations(clusterRotationsOf([row], fixtureNow), listed),
  operations: exportOperations(
    operationListRowsOf({ rows: [row], journal: [], runs: [], me: "", now: fixtureNow }),
    listed,
  ),
  stuck: exportStuckLinks(missingUpgradeLinksOf([row], fixtureNow), listed),
  calendar: exportCalendarEvents(
    [
      ...entriesByDay(
        [
          {
            ...{
              id: "e",
              layer: "k8s",
              at: Date.parse(at),
              about: "k8s-expiry.gcp.1.33.4",
              title: text("{what} ends in {where}", { what: "1.33.4", where: "gcp" }),
              short: "1.33.4",
            },
            ...({ facts: [], clusters: [{ project: "pay", name: "ledger" }], hue: "neutral" } as const),
          },
        ],
        utcClock,
      ),
    ],
    listed,
  ),
  nodes: exportNodes([{ pool, nodes: [node] }], { ...ofCluster, filter: "&ready=yes" }),
  activity: exportActivity(
    [
      {
        key: "a",
        kind: "event",
        at: Date.parse(at),
        title: "Healed",
        detail: "",
        facts: { reason: "Healed" },
        by: undefined,
        hue: "neutral",
      },
    ],
    ofCluster,
  ),
  seeds: exportSeeds(
    [{ name: "s1", provider: "gcp", region: "eu", taints: [], current: true, usable: true, obstacles: [] }],
    ofCluster,
  ),
  feeds: exportFeeds([{ id: "f", name: "Mine", query: "?layer=k8s", alarms: true, createdAt: at }], fixtureNow),
  notices: exportNotices(
    [{ id: "n", rule: "r", ruleName: "Mine", event: "deadEnd", at, lines: [line], more: 2, read: false }],
    fixtureNow,
  ),
  rules: exportWatchRules([rule], fixtureNow),
  views: exportSavedViews(
    [{ view: { id: "v", name: "=1+1", address: "/clusters?q=x", by: "me", at }, isFirst: false, key: "/v" }],
    fixtureNow,
  ),
  comparison: exportComparison(compare(), {
    names: ["pay/one", "pay/other"],
    ...{ all: true, now: fixtureNow, kubectl: "", again: compare },
  }),
});
const lists = makeLists();

test("documents are the same in every language, and tables speak to their reader", () => {
  const before = globalThis.almanacSpeech;
  try {
    const inGerman = compileLanguageBundle("de", german);
    setLanguageProvider(() => inGerman);
    expect(text("Update clients")).not.toBe("Update clients");
    const said = makeLists();
    expect(Object.entries(said).map(([name, { document }]) => ({ name, document }))).toEqual(
      Object.entries(lists).map(([name, { document }]) => ({ name, document })),
    );
    expect(said.rotations?.table[0]?.slice(0, 3)).toEqual(["Projekt", "Cluster", "Zugangsdaten"]);
    expect(said.rotations?.table[1]).toContain(text("Update clients"));
    expect(said.seeds?.table[1], "current and usable").toEqual(expect.arrayContaining(["ja"]));
    expect(said.comparison?.table.flat()).toContain(text("Unhealthy since"));
  } finally {
    globalThis.almanacSpeech = before;
  }
});

test("a document holds codes where the table has words", () => {
  expect(lists.rotations?.document).toMatchObject({
    format: 2,
    rotations: [
      {
        credential: ["certificateAuthorities"],
        state: "waiting",
        phase: "Prepared",
        next: "update-clients-and-complete",
      },
    ],
  });
  expect(lists.operations?.document).toMatchObject({ operations: [{ what: "Reconcile", state: "running" }] });
  expect(lists.calendar?.document).toMatchObject({
    calendar: [{ title: "k8s-expiry.gcp.1.33.4", clusters: ["pay/ledger"] }],
  });
  expect(lists.rules?.document).toMatchObject({
    rules: [{ watches: { kind: "cluster", project: "pay", name: "ledger" }, events: { deadEnd: true } }],
  });
  expect(lists.notices?.document).toMatchObject({ notices: [{ event: "deadEnd", what: { kind: "dead-end" } }] });
});

test("a table has words for people where its document has codes and truth values", () => {
  const columnsOf = ({ table: [titles = [], values = []] }: PreparedListExport) =>
    Object.fromEntries(titles.map((title, at) => [title, values[at]]));
  const told = Object.fromEntries(Object.entries(lists).map(([name, files]) => [name, columnsOf(files)]));
  expect(told.rotations).toMatchObject({ State: "Waiting", "Action by": "Owner" });
  expect(told.operations).toMatchObject({ "Time means": "Last seen" });
  expect(told.stuck).toMatchObject({ Urgency: "Within 90 days" });
  expect(told.notices).toMatchObject({ Read: "no" });
  expect(lists.notices?.document).toMatchObject({ notices: [{ read: false }] });
  for (const [name, { table }] of Object.entries(lists)) expect(table.flat(), name).not.toContain("false");
});

test("every table has a row of titles for people, each title once", () => {
  for (const [
    name,
    {
      table: [titles = []],
    },
  ] of Object.entries(lists)) {
    expect(new Set(titles).size, name).toBe(titles.length);
    for (const title of titles) expect(title, name).toMatch(/^([A-Z][A-Za-z ]+|pay\/.+)$/);
  }
});

const oneLine = Object.entries(lists).filter(([name]) => name !== "comparison");

test.each(oneLine)("%s: table and document hold the same lines, with instants as ISO texts", (_, files) => {
  expect(files.count).toBe(1);
  expect(files.table).toHaveLength(2);
  expect(files.document).toMatchObject({ format: 2, count: 1, filter: files.filter });
  const held = Object.values(files.document).find((value) => Array.isArray(value));
  expect(held).toHaveLength(1);
  const told = files.table.flat();
  if (files !== lists.seeds && files !== lists.stuck && files !== lists.members) expect(told).toContain(at);
  expect(told.join()).not.toMatch(/undefined|NaN|object Object/);
});

test("what the garden holds can be read with kubectl", () => {
  expect(lists.rotations?.kubectl).toBe("kubectl get shoots --namespace garden-pay prod-eu1\n");
  expect(lists.nodes?.kubectl).toBe("kubectl get nodes node-1\n");
  expect(lists.seeds?.kubectl).toBe("kubectl get seeds s1\n");
  expect(lists.feeds?.kubectl).toBeUndefined();
});

test("of what is kept nothing that gives access is taken along", () => {
  expect(JSON.stringify(lists.feeds?.document)).not.toMatch(/token|"id"/);
});
