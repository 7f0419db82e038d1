import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { SeedFacts } from "#lib/policy/next/seed-facts.ts";
import { evaluateAct } from "../plan/evaluate-act.ts";
import { actFixtureNow, actShoot, samplePreviewInput } from "../plan/preview-input.fixture.ts";
import { composePreview } from "./compose-preview.ts";
import { firstHibernationNoteId } from "./preview-labels.ts";

const seed: SeedFacts = { name: "seed-a", stopped: false, release: "v1.150.0" };
const schedules = [{ start: "0 20 * * *", end: "0 6 * * *" }];

function noteOf(shoot: Shoot, differs: Partial<SeedFacts> = {}): string | undefined {
  const act = {
    kind: "change",
    about: "hibernation-schedules",
    patch: { spec: { hibernation: { schedules } } },
  } as const;
  const input = samplePreviewInput(act, shoot, { view: { seed: { ...seed, ...differs } } });
  const { when } = composePreview(input, evaluateAct(input), { verdict: "not-run", causes: [], warnings: [] });
  return when.notes.find(({ id }) => id === firstHibernationNoteId)?.sentence;
}

const sample = actShoot();
const shootWith = ({ metadata, spec, status }: { metadata?: object; spec?: object; status?: object }) =>
  actShoot({
    metadata: { ...sample.metadata, finalizers: ["gardener"], ...metadata },
    spec: { ...sample.spec, ...spec },
    status: { ...sample.status, ...status },
  });
const failed = {
  lastOperation: { type: "Reconcile", state: "Failed" },
  observedGeneration: sample.metadata.generation,
};

test.each<[string, Shoot, Partial<SeedFacts>, boolean]>([
  ["an ordinary cluster", shootWith({}), {}, true],
  [
    "one whose last operation was aborted",
    shootWith({ status: { lastOperation: { type: "Reconcile", state: "Aborted" } } }),
    {},
    true,
  ],
  [
    "one that rolls changes out in its window only",
    shootWith({ spec: { maintenance: { confineSpecUpdateRollout: true } } }),
    {},
    true,
  ],
  ["one that is hibernated until then", shootWith({ spec: { hibernation: { enabled: true } } }), {}, false],
  [
    "one that is ignored",
    shootWith({ metadata: { annotations: { "shoot.gardener.cloud/ignore": "true" } } }),
    {},
    false,
  ],
  ["one that has failed", shootWith({ status: failed }), {}, false],
  [
    "one that is being deleted",
    shootWith({ metadata: { deletionTimestamp: new Date(actFixtureNow).toISOString() } }),
    {},
    false,
  ],
  ["one on a stopped Seed", shootWith({}), { stopped: true }, false],
  ["one on a Seed that is silent", shootWith({}), { silentSince: "2026-11-24T10:00:00Z" }, false],
  ["one without pools", shootWith({ spec: { provider: { type: "aws", workers: [] } } }), {}, false],
])("a schedule says when it removes the nodes where Gardener would do it: %s", (_, shoot, differs, said) => {
  const note = noteOf(shoot, differs);
  if (said) expect(note).toMatch(/^The schedule removes all nodes, for the first time at /);
  else expect(note).toBeUndefined();
});

test("a time in the cluster's own offset says so, a time in UTC does not need to", () => {
  const timeWindow = { begin: "220000+0100", end: "230000+0100" };
  expect(noteOf(shootWith({ spec: { maintenance: { timeWindow } } }))).toMatch(/ \(cluster time\)\.$/);
  expect(noteOf(shootWith({ spec: { maintenance: {} } }))).not.toContain("cluster time");
});
