import { describe, expect, test } from "vitest";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { checkDestination } from "#lib/policy/migration/check-destination.ts";
import { migrationEffects } from "#lib/policy/migration/migration-effects.ts";
import { type SeedFields, seedWith, stoppedSeedMetadata } from "#lib/policy/scheduling/scheduling.fixture.ts";
import { confirmButtonLabel } from "../plan/act-labels.ts";
import { evaluateAct } from "../plan/evaluate-act.ts";
import { moveSeedAct } from "../plan/move-seed-act.ts";
import { actShoot, samplePreviewInput } from "../plan/preview-input.fixture.ts";
import { composePreview } from "./compose-preview.ts";

const ready = {
  gardener: { version: "v1.150.0" },
  conditions: ["GardenletReady", "SeedSystemComponentsHealthy"].map((type) => ({ type, status: "True" })),
};
const seed = (name: string, { metadata, status }: SeedFields = {}) =>
  seedWith({
    name,
    ...(metadata && { metadata }),
    spec: { dns: { internal: { domain: "internal.example" } } },
    status: { ...ready, ...status },
  });

interface Differing {
  readonly metadata?: Partial<Shoot["metadata"]>;
  readonly spec?: Partial<ShootSpec>;
  readonly status?: Shoot["status"];
  readonly generation?: number;
}

const shootWith = ({ metadata: differs, spec, status, generation = 2 }: Differing = {}) => {
  const { metadata, ...known } = actShoot();
  return {
    metadata: { ...metadata, generation, ...differs },
    spec: { ...known.spec, ...spec },
    status: { ...known.status, ...status },
  };
};

function preview(differs: Differing = {}, destination: Seed = seed("seed-b")) {
  const shoot = shootWith(differs);
  const source = seed("seed-a");
  const facts = { rules: newestRules, source, profileSelector: null, usage: new Map() };
  const world = samplePreviewInput(moveSeedAct(destination.metadata.name), shoot, {
    move: {
      check: checkDestination(shoot, destination, facts),
      effects: migrationEffects(shoot, source, destination),
    },
  });
  return composePreview(world, evaluateAct(world), { verdict: "not-run", causes: [], warnings: [] });
}

const ids = (findings: readonly { readonly id: string }[]) => findings.map(({ id }) => id);
const lastOperation = (state: string) => ({ lastOperation: { type: "Reconcile", state } });
const confined = { maintenance: { confineSpecUpdateRollout: true } };

describe("the nodes during a move", () => {
  test("stay when the last operation has rolled out everything", () => {
    const { sentence, afterwards, hints } = preview();
    expect(sentence).toContain("no node is touched");
    expect(ids(afterwards)).toContain("nodes-stay");
    expect(hints).toEqual([]);
  });

  test.each<[string, Differing]>([
    ["changes wait for the window", { spec: confined }],
    ["the last operation failed", { status: lastOperation("Failed") }],
    ["the last operation goes on", { status: lastOperation("Processing") }],
    ["Gardener has not seen the last change", { generation: 3 }],
  ])("are not said to stay when %s: the move rolls it out as well", (_what, differs) => {
    const { sentence, afterwards } = preview(differs);
    expect(sentence).not.toContain("no node is touched");
    expect(ids(afterwards)).not.toContain("nodes-stay");
    expect(ids(afterwards)).toContain("unfinished-changes");
  });

  test("meet the changes that wait for the window, which a person has to acknowledge", () => {
    const { hints, friction } = preview({ spec: confined });
    expect(ids(hints)).toContain("confined-changes-roll-out");
    expect(ids(friction.consequences)).toContain("held-back");
  });
});

test("a failed cluster moves without a retry, because the move raises its generation", () => {
  for (const spec of [{}, confined]) {
    const { checks } = preview({ spec, status: lastOperation("Failed") });
    expect(checks.find(({ id }) => id === "last-operation")?.sentence).toBe(
      "Reconcile has not succeeded; Gardener begins the move in its place.",
    );
  }
});

const lastOperationSentence = (differs: Differing, destination?: Seed) =>
  preview(differs, destination).checks.find(({ id }) => id === "last-operation")?.sentence;

test("Gardener is not said to begin a move of a cluster that it ignores", () => {
  const metadata = { namespace: "garden", annotations: { "shoot.gardener.cloud/ignore": "true" } };
  expect(lastOperationSentence({ metadata, status: lastOperation("Failed") })).not.toContain("begins the move");
  expect(lastOperationSentence({ status: lastOperation("Failed") })).toContain("begins the move");
});

test.each([
  ["Failed", "Reconcile has failed; with this request Gardener tries again."],
  ["Error", "Reconcile meets errors, and Gardener is retrying it."],
  ["Aborted", "Reconcile was interrupted by a restart of Gardener, which takes it up again; the request goes with it."],
])("calling a move back begins none, and an operation in the state %s goes on", (state, sentence) => {
  const waiting = { spec: { seedName: "seed-b" }, status: lastOperation(state) };
  expect(lastOperationSentence(waiting, seed("seed-a"))).toBe(sentence);
});

test("a hibernated cluster has no API that could go down, and no nodes that stay", () => {
  const asleep = { spec: { hibernation: { enabled: true } }, status: { hibernated: true } };
  const { sentence, afterwards, friction, when } = preview(asleep);
  expect(ids([...afterwards, ...friction.consequences])).not.toContain("api-down");
  expect(ids(afterwards)).not.toContain("nodes-stay");
  expect(sentence).not.toContain("no node is touched");
  expect(ids(when.notes)).not.toContain("hibernated-now");
});

test("a cluster that no Seed has created yet is created on the new one, and nothing migrates", () => {
  const { afterwards, friction } = preview({ status: { seedName: null } });
  expect([...afterwards, ...friction.consequences]).toEqual([]);
});

describe("a move that Gardener does not begin yet", () => {
  test.each<[string, SeedFields, string]>([
    ["another release", { status: { gardener: { version: "v1.149.0" } } }, "other-release"],
    ["a Seed that is not ready", { status: { conditions: [] } }, "seed-not-ready"],
    ["a gardenlet that is behind", { metadata: { generation: 2 }, status: { observedGeneration: 1 } }, "seed-outdated"],
  ])("because of %s is not said to happen now", (_what, of, reason) => {
    const { decision, reasons, sentence, when, checks } = preview({}, seed("seed-b", of));
    expect(decision).toBe("latent");
    expect(ids(reasons)).toEqual([reason]);
    expect(sentence).toContain("as soon as that Seed can take it");
    expect(when.at).toBe("seed-ready");
    expect(confirmButtonLabel(moveSeedAct("seed-b"), "Move", when.at)).toBe("Request the move");
    expect(checks).toContainEqual(expect.objectContaining({ id: "destination", verdict: "warn" }));
  });
});

test("a move to a Seed that is stopped in an emergency is refused by Almanac: nothing would restore the cluster", () => {
  const destination = seed("seed-b", { metadata: stoppedSeedMetadata });
  const { decision, reasons, checks } = preview({}, destination);
  expect(decision).toBe("deny");
  expect(ids(reasons)).toEqual(["destination-stopped"]);
  const blocks = checks.filter(({ verdict }) => verdict === "block");
  expect(blocks).toMatchObject([{ id: "destination-stopped", enforced: false }]);
});

test("the garden is not said to accept the Seed for a cluster that cannot move", () => {
  const accepts = ({ checks }: ReturnType<typeof preview>) =>
    checks.some(({ id, verdict }) => id === "destination" && verdict === "pass");
  expect(accepts(preview())).toBe(true);
  expect(accepts(preview({ status: { lastOperation: { type: "Restore", state: "Processing" } } }))).toBe(false);
});

test("the button that calls a move back does not say that something moves", () => {
  expect(confirmButtonLabel(moveSeedAct("seed-a"), "Move to seed-a", "now")).toBe("Move now");
  expect(confirmButtonLabel(moveSeedAct("seed-a"), "Call the move back", "now")).toBe("Call the move back now");
});
