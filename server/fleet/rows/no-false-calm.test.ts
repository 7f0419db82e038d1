import { beforeAll, expect, test } from "vitest";
import { rowHealthLabel } from "#lib/fleet/fields/health.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { causeGroupKeyOf, causeGroupTitle } from "#lib/view/grid/group-causes.ts";
import { attentionGroups } from "#lib/view/overview/attention.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeDiagnosis } from "#lib/words/diagnosis-descriptions.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { randomShootNow } from "./calm/any-shoot.fixture.ts";
import { type ClusterTexts, collectScreenTexts, germanClaimMatcher } from "./calm/collect-screen-texts.fixture.ts";
import { englishClaimMatcher, findContradictoryTexts } from "./calm/find-contradictory-texts.fixture.ts";
import { screenTextsOf } from "./calm/screens.fixture.ts";

let told: readonly ClusterTexts[] = [];
/** The texts that each screen shows about each cluster, and Gardener's next action. */
let said: readonly ReturnType<typeof inShort>[] = [];
beforeAll(async () => {
  told = await collectScreenTexts(caseCount(500, 2_000), 36);
  said = told.map(inShort);
});

function inShort({ truth, looked: { row } }: ClusterTexts) {
  return {
    truth,
    row,
    health: rowHealthLabel(row),
    cause: causeGroupTitle(causeGroupKeyOf(row)),
    next: describeDiagnosis(truth, { clock: utcClock }),
    groups: attentionGroups([row], { now: randomShootNow, own: new Set<string>() }).map(({ cause }) => cause.id),
  };
}

/** These reasons are shown by a column, a filter and a date, or as the condition itself. */
const besideHealth = ["rotation-waits", "constraints-failing", "lifetime-ends"];
const waitsForSomebody = () => said.filter(({ truth }) => truth.turn !== "Nobody" && truth.turn !== "Gardener");

test("the clusters have every turn, and most of what may be the case", () => {
  expect(new Set(said.map(({ truth }) => truth.turn)).size).toBeGreaterThanOrEqual(4);
  expect(new Set(said.map(({ truth }) => truth.subject.id)).size).toBeGreaterThan(22);
});

test("no list calls a cluster healthy that waits for somebody, or is held back", () => {
  const calm = waitsForSomebody().filter(
    ({ truth, health }) => !besideHealth.includes(truth.subject.id) && health.startsWith("Healthy"),
  );
  expect(calm.map(({ truth, health }) => [truth.subject, health])).toEqual([]);
});

test("no group of the list says that no problem was found where somebody has to act", () => {
  const calm = waitsForSomebody().filter(({ cause }) => cause === "No problem found");
  expect(calm.map(({ truth }) => truth.subject)).toEqual([]);
});

test("no page says that no action is needed where somebody has to act, and every one says what comes next", () => {
  const calm = waitsForSomebody().filter(
    ({ truth, next }) => next.next === "" || (truth.next !== "wait" && next.next === "No action needed."),
  );
  expect(calm.map(({ truth }) => truth.subject)).toEqual([]);
});

test("the overview names every cluster that Gardener is kept from, and every one whose lifetime ends within 90 days", () => {
  const held = said.filter(
    ({ row }) => row.next.turn === "Operator" && /^(ignored|seed-|leaving)/.test(row.next.subject),
  );
  expect(held.length).toBeGreaterThan(told.length / 10);
  expect(held.filter(({ groups }) => !groups.includes("held-back")).map(({ row }) => row.next)).toEqual([]);
  const ending = said.filter(
    ({ row }) =>
      row.deletionRequestedAt === undefined &&
      row.endsAt !== undefined &&
      Date.parse(row.endsAt) < randomShootNow + 89 * dayMs,
  );
  expect(ending.length).toBeGreaterThan(told.length / 50);
  expect(ending.filter(({ groups }) => !groups.includes("lifetime-ends")).map(({ row }) => row.endsAt)).toEqual([]);
});

test("the overview calls nothing failed that goes on by itself", () => {
  const goesOn = said.filter(({ truth }) => ["resuming", "about-to-retry"].includes(truth.subject.id));
  expect(goesOn.length).toBeGreaterThan(told.length / 50);
  expect(goesOn.filter(({ groups }) => groups.includes("failed") || groups.includes("retrying"))).toEqual([]);
});

test("no screen says in English or German that nothing has to be done, that something will happen or when, which is not so", () => {
  expect(told.flatMap(({ falsehoods }) => falsehoods)).toEqual([]);
});

test("every screen has something to say, and each thing that can be false is said of some cluster", () => {
  const places = new Set(told.flatMap(({ sayings }) => sayings.map(({ place }) => place)));
  expect([...places].sort()).toEqual([
    ...["calendar", "deletion", "feed", "forecast", "header", "hibernation", "list", "next", "notice"],
    ...["operation", "overview", "remedy", "rotation", "scheduled", "window-may", "window-will", "window-will-not"],
  ]);
  const kinds = new Set(told.flatMap(({ sayings }) => sayings.map(({ place, kind }) => `${place} ${kind}`)));
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      ...["header party", "next forced", "next window", "next lifetime", "next deletion", "calendar forced"],
      ...["calendar lifetime", "calendar rotation", "calendar window", "feed window", "notice rotation"],
      ...["remedy old-proxy-port", "remedy dns-migration-waits", "remedy ERR_RETRYABLE_INFRA_DEPENDENCIES"],
      ...["hibernation hibernate", "rotation planned", "rotation held", "scheduled planned", "scheduled waits"],
    ]),
  );
});

test.each([
  [
    "English",
    "en",
    englishClaimMatcher,
    { calm: "No action needed.", step: "Control plane: 1.34.1 to 1.35.2.", again: "Gardener retries automatically." },
  ],
  [
    "German",
    "de",
    germanClaimMatcher,
    {
      calm: "Nichts zu tun.",
      step: "Control Plane: 1.34.1 auf 1.35.2.",
      again: "Gardener versucht es automatisch erneut.",
    },
  ],
] as const)("what would be false is found in %s", async (_name, language, tongue, { calm, step, again }) => {
  const found = await runInLanguage(language, async () => {
    const of = (isIt: (each: ClusterTexts) => boolean) => told.find(isIt)?.looked ?? expect.fail("no such cluster");
    const ignored = of(({ truth }) => truth.subject.id === "ignored");
    const mortal = of(({ looked: { row } }) => row.endsAt !== undefined && row.deletionRequestedAt === undefined);
    const deleting = of(({ looked: { row } }) => row.deletionRequestedAt !== undefined);
    const asleep = of(({ looked: { row } }) => row.next.notes?.includes("schedules-skipped") === true);
    const afterEnd = Date.parse(mortal.row.endsAt ?? "") + dayMs;
    return [
      findContradictoryTexts(ignored, [{ place: "header", words: calm }], tongue),
      findContradictoryTexts(ignored, [{ place: "remedy", words: calm }], tongue),
      findContradictoryTexts(ignored, [{ place: "remedy", words: again }], tongue),
      findContradictoryTexts(ignored, [{ place: "window-will", words: step }], tongue),
      findContradictoryTexts(
        ignored,
        [{ place: "next", kind: "forced", words: step, at: randomShootNow + dayMs }],
        tongue,
      ),
      findContradictoryTexts(ignored, [{ place: "scheduled", kind: "planned", words: step }], tongue),
      findContradictoryTexts(
        mortal,
        [{ place: "calendar", kind: "rotation", words: step, at: Math.max(afterEnd, randomShootNow + 1) }],
        tongue,
      ),
      findContradictoryTexts(
        deleting,
        [{ place: "next", kind: "window", words: step, at: randomShootNow + dayMs }],
        tongue,
      ),
      findContradictoryTexts(deleting, [{ place: "notice", kind: "rotation", words: step }], tongue),
      findContradictoryTexts(
        asleep,
        [{ place: "hibernation", kind: "hibernate", words: "", at: randomShootNow + dayMs }],
        tongue,
      ),
    ];
  });
  expect(found.map(({ length }) => length)).toEqual(found.map(() => 1));
});

test("a screen that says nothing false of an ignored cluster says that nothing reaches it", () => {
  const ignored = told.find(({ truth }) => truth.subject.id === "ignored")?.looked;
  const plan = ignored && screenTextsOf(ignored).filter(({ place }) => place === "window-will-not");
  expect(plan?.map(({ words }) => words)).toContainEqual(expect.stringMatching(/^Roll anything out: /));
});
