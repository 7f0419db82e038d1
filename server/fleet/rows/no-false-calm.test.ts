import { expect, test } from "vitest";
import { fleetRowSchema } from "#lib/contract/fleet.ts";
import { healthSentence } from "#lib/fleet/fields/health.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import type { SeedFacts } from "#lib/policy/next/seed-facts.ts";
import { sentenceOfTruth } from "#lib/policy/next/sentence-of-truth.ts";
import { causeOf, causeTitle } from "#lib/view/grid/group-causes.ts";
import { attentionGroups } from "#lib/view/overview/attention.ts";
import { utcClock } from "#lib/words/clock.ts";
import { wordsOfTruth } from "#lib/words/truth-sentences.ts";
import { createRandom, type Random } from "#server/embedded/gardener/random/random.ts";
import { toFleetRow } from "../fleet-row.ts";
import { unknownProfile } from "../profile-reader.ts";

const now = Date.parse("2026-11-27T06:00:00Z");
const at = (ms: number) => new Date(now + ms).toISOString();
const clusters = 2_000;

/** A Shoot with every signal that decides what Gardener does next, each with every other. */
function anyShoot({ pick, chance, int }: Random, index: number): Shoot {
  const past = () => at(-int(0, 3 * 24 * 60) * minuteMs);
  const status = () => pick(["True", "True", "True", "False", "Unknown", "Progressing"]);
  const state = pick(["Succeeded", "Succeeded", "Succeeded", "Processing", "Failed", "Error", "Aborted", "Pending"]);
  const type =
    state === "Pending" && chance(0.5) ? undefined : pick(["Reconcile", "Reconcile", "Create", "Delete", "Migrate"]);
  const annotations = {
    ...(chance(0.1) && { "shoot.gardener.cloud/ignore": "true" }),
    ...(chance(0.1) && { "shoot.gardener.cloud/expiration-timestamp": at(int(-1, 120) * dayMs) }),
    ...(chance(0.05) && { "maintenance.shoot.gardener.cloud/needs-retry-operation": "true" }),
  };
  return {
    metadata: {
      name: `c${index}`,
      uid: `u${index}`,
      namespace: pick(["garden", "garden-dev"]),
      generation: pick([6, 6, 6, 7]),
      finalizers: pick([["gardener"], ["gardener"], ["other"]]),
      creationTimestamp: past(),
      annotations,
      ...(chance(0.1) && { deletionTimestamp: past() }),
      ...(chance(0.5) && { managedFields: [{ manager: "kubectl", time: past(), fieldsV1: { "f:spec": {} } }] }),
    },
    spec: {
      kubernetes: { version: "1.35.2" },
      provider: { type: "local" },
      credentialsBindingName: "a",
      ...(chance(0.95) && { seedName: pick(["seed-a", "seed-a", "seed-a", "seed-b"]) }),
      ...(chance(0.3) && { maintenance: { confineSpecUpdateRollout: true } }),
      ...(chance(0.2) && { hibernation: { schedules: [{ start: pick(["0 20 * * *", "nonsense", "0 0 30 2 *"]) }] } }),
    },
    status: {
      uid: pick(["1-2-3", "1-2-3", ""]),
      seedName: "seed-a",
      observedGeneration: 6,
      gardener: { version: pick(["v1.150.0", "v1.150.0", "v1.149.2"]) },
      ...(chance(0.95) && {
        lastOperation: { ...(type !== undefined && { type }), state, lastUpdateTime: past() },
      }),
      conditions: ["APIServerAvailable", "EveryNodeReady"].map((each) => ({
        type: each,
        status: status(),
        lastTransitionTime: past(),
      })),
      constraints: chance(0.2) ? [{ type: "HibernationPossible", status: status() }] : [],
    },
  };
}

function anySeed({ pick, chance }: Random): SeedFacts {
  return {
    name: "seed-a",
    release: "v1.150.0",
    stopped: chance(0.1),
    ...(chance(0.1) && { silentSince: at(-dayMs) }),
    ...(chance(0.1) && { problem: pick(["conditions", "generation-not-observed"]) }),
  };
}

/** What each screen says of one such cluster, beside what Gardener does next. */
const said = Array.from({ length: clusters }, (_, index) => {
  const random = createRandom(36, `cluster ${index}`);
  const shoot = anyShoot(random, index);
  const view = { seed: anySeed(random) };
  const truth = sentenceOfTruth(shoot, view, now);
  const row = fleetRowSchema.parse(toFleetRow(shoot, { project: "dev", profile: unknownProfile, view, now }));
  return {
    truth,
    row,
    health: healthSentence(row),
    cause: causeTitle(causeOf(row)),
    next: wordsOfTruth(truth, { clock: utcClock }),
    groups: attentionGroups([row], { now, own: new Set<string>() }).map(({ cause }) => cause.id),
  };
});

/** Of these a column, a filter and a date speak, and conditions stand as they are. */
const besideHealth = ["rotation-waits", "constraints-failing", "lifetime-ends"];
const waitsForSomebody = said.filter(({ truth }) => truth.turn !== "Nobody" && truth.turn !== "Gardener");

test("the clusters have every turn, and most of what may be the case", () => {
  expect(new Set(said.map(({ truth }) => truth.turn)).size).toBeGreaterThanOrEqual(4);
  expect(new Set(said.map(({ truth }) => truth.subject.id)).size).toBeGreaterThan(22);
});

test("no list calls a cluster healthy that waits for somebody, or is held back", () => {
  const calm = waitsForSomebody.filter(
    ({ truth, health }) => !besideHealth.includes(truth.subject.id) && health.startsWith("Healthy"),
  );
  expect(calm.map(({ truth, health }) => [truth.subject, health])).toEqual([]);
});

test("no group of the list says that no problem was found where somebody has to act", () => {
  const calm = waitsForSomebody.filter(
    ({ truth, cause }) => truth.subject.id !== "rotation-waits" && cause === "No problem found",
  );
  expect(calm.map(({ truth }) => truth.subject)).toEqual([]);
});

test("no page says that no action is needed where somebody has to act, and every one says what comes next", () => {
  const calm = waitsForSomebody.filter(
    ({ truth, next }) => next.next === "" || (truth.next !== "wait" && next.next === "No action needed."),
  );
  expect(calm.map(({ truth }) => truth.subject)).toEqual([]);
});

test("the overview names every cluster that Gardener is kept from, and every one whose lifetime ends within 90 days", () => {
  const held = said.filter(
    ({ row }) => row.next.turn === "Operator" && /^(ignored|seed-|leaving)/.test(row.next.subject),
  );
  expect(held.length).toBeGreaterThan(100);
  expect(held.filter(({ groups }) => !groups.includes("held-back")).map(({ row }) => row.next)).toEqual([]);
  const ending = said.filter(
    ({ row }) =>
      row.deletionRequestedAt === undefined && row.endsAt !== undefined && Date.parse(row.endsAt) < now + 89 * dayMs,
  );
  expect(ending.length).toBeGreaterThan(20);
  expect(ending.filter(({ groups }) => !groups.includes("lifetime-ends")).map(({ row }) => row.endsAt)).toEqual([]);
});

test("the overview calls nothing failed that goes on by itself", () => {
  const goesOn = said.filter(({ truth }) => ["resuming", "about-to-retry"].includes(truth.subject.id));
  expect(goesOn.length).toBeGreaterThan(20);
  expect(goesOn.filter(({ groups }) => groups.includes("failed") || groups.includes("retrying"))).toEqual([]);
});
