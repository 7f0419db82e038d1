import { expect, test } from "vitest";
import type { WatchRule } from "#lib/contract/notices.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { emptyNoticeDocument } from "#lib/notices/notice-document.ts";
import { maxEventsPerRule, reportNotices } from "#lib/notices/report-notices.ts";
import { allClustersSubject } from "#lib/notices/rule-templates.ts";
import { OperationSummaries } from "#server/fleet/summaries/operation-summaries.ts";
import { describeUnwatchedRules } from "./unwatched-reasons.ts";
import { WatchedRule } from "./watched-rule.ts";

const now = Date.parse("2026-12-01T00:00:00Z");
const since = "2026-11-01T10:00:00Z";
const staleSince = Date.parse(since);
const rule: WatchRule = {
  ...{ id: "r", name: "Everything", subject: allClustersSubject, off: false, at: since },
  events: { unhealthy: 0, unusedProject: 30 },
};
const summaries = new OperationSummaries({ now: () => now, gardenFacts: () => ({}) });
const reading = {
  context: createFleetContext(now),
  acts: { actOf: () => undefined },
  summaries,
  learned: { ends: {} },
};

const unhealthy = (index: number) =>
  sampleFleetRow({ uid: `c${index}`, name: `c${index}`, health: "unhealthy", unhealthySince: since });
const unused = (index: number) => ({
  name: `p${index}`,
  uid: `p${index}`,
  namespace: `garden-p${index}`,
  stale: { staleSince },
});

/** A rule that finds that many unhealthy clusters and unused projects. */
async function watchedRule(clusters: number, projects: number): Promise<WatchedRule> {
  const watched = new WatchedRule(rule);
  watched.begin();
  const read = watched.reader(reading);
  for (let index = 0; index < clusters; index += 1) read(unhealthy(index));
  watched.finish(now);
  await watched.readProjects(
    Array.from({ length: projects }, (_, index) => unused(index)),
    now,
  );
  return watched;
}

const unwatchedOf = (watched: WatchedRule) => describeUnwatchedRules({ rules: [watched], tooMuch: [] }, 0);
const sentence = (found: string) =>
  `The rule Everything finds more than it remembers: of ${found} things the first 1,000 are told.`;

test.each([
  [10, 20, undefined],
  [1_000, 0, undefined],
  [0, 1_000, undefined],
  [600, 600, "1,200"],
  [1_500, 0, "1,500"],
  [0, 1_500, "1,500"],
  [30, 1_500, "1,530"],
  [1_500, 30, "1,530"],
  [1_500, 1_500, "3,000"],
  [9_000, 2_000, "11,000"],
])(
  "of %i clusters and %i projects a rule says how many it finds, and tells as many as it says",
  async (clusters, projects, found) => {
    const watched = await watchedRule(clusters, projects);
    expect(watched.found).toBe(clusters + projects);
    expect(unwatchedOf(watched)).toEqual(found === undefined ? [] : [sentence(found)]);
    const { book } = reportNotices(emptyNoticeDocument("me"), [watched.findingAt(now, () => true)], {
      now,
      digest: (key) => key,
      newId: () => "n",
    });
    expect(Object.keys(book.marks.r?.seen ?? {})).toHaveLength(Math.min(clusters + projects, maxEventsPerRule));
  },
);

test("what comes to hold between two evaluations of all clusters is counted, too", async () => {
  const watched = await watchedRule(900, 0);
  const read = watched.reader(reading);
  for (let index = 900; index < 6_000; index += 1) read(unhealthy(index));
  expect(watched.found).toBe(6_000);
  expect(watched.wholeAt, "all clusters are evaluated again").toBeUndefined();
  expect(unwatchedOf(watched)).toEqual([sentence("6,000")]);
});
