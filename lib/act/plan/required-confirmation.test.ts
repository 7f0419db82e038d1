import { describe, expect, test } from "vitest";
import type { Act } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { composePreview } from "../preview/compose-preview.ts";
import { evaluateAct } from "./evaluate-act.ts";
import { actPool, actShoot, samplePreviewInput } from "./preview-input.fixture.ts";
import type { PreviewSources } from "./preview-sources.ts";

const unasked = { verdict: "not-run", causes: [], warnings: [] } as const;

function frictionOf(act: Act, shoot: Shoot = actShoot(), differs: Partial<PreviewSources> = {}) {
  const world = samplePreviewInput(act, shoot, differs);
  return composePreview(world, evaluateAct(world), unasked).friction;
}

const operation = (id: string, more: { pools?: string[]; when?: "now" | "in-window" } = {}): Act => {
  return { kind: "operation", id, when: "now", ...more };
};
const change = (about: Extract<Act, { kind: "change" }>["about"], spec: Record<string, unknown>): Act => {
  return { kind: "change", about, patch: { spec } };
};
const inPool = (differs: object) => ({ provider: { workers: [actPool("data", differs)] } });
const image = { machine: { ...actPool("data").machine, image: { name: "gardenlinux", version: "1592.3.0" } } };
const window = { begin: "020000+0100", end: "030000+0100" };

describe("an act costs as much as it can damage", () => {
  test.each<[string, Act, string]>([
    ["reconcile", operation("reconcile"), "popover"],
    ["retry", operation("retry"), "popover"],
    ["maintain", operation("maintain"), "dialog"],
    ["a rotation of the SSH key pair", operation("rotate-ssh-keypair"), "dialog"],
    ["a rotation of the observability passwords", operation("rotate-observability-credentials"), "dialog"],
    ["a rotation of the etcd encryption key", operation("rotate-etcd-encryption-key"), "dialog"],
    ["a planned rotation", operation("rotate-ca-start", { when: "in-window" }), "dialog"],
    ["taking something off the plan", { kind: "unschedule", operation: "reconcile" }, "dialog"],
    ["a patch update", change("kubernetes-version", { kubernetes: { version: "1.33.5" } }), "dialog"],
    ["the maintenance window", change("maintenance-window", { maintenance: { timeWindow: window } }), "dialog"],
    [
      "automatic updates",
      change("auto-update", { maintenance: { autoUpdate: { kubernetesVersion: true } } }),
      "dialog",
    ],
    ["hibernation", change("hibernation", { hibernation: { enabled: true } }), "dialog"],
    ["more nodes", change("pool-settings", inPool({ maximum: 9 })), "dialog"],
    ["a minor update", change("kubernetes-version", { kubernetes: { version: "1.34.3" } }), "typed-name"],
    ["an image that replaces nodes", change("machine-images", inPool(image)), "typed-name"],
    ["a pool that goes", change("pool-settings", { provider: { workers: [actPool("web")] } }), "typed-name"],
    ["the start of a rotation", operation("rotate-credentials-start"), "typed-name"],
    ["a start that leaves the pools", operation("rotate-ca-start-without-workers-rollout"), "typed-name"],
    ["rolling pools", operation("rollout-workers", { pools: ["data"] }), "typed-name"],
    ["a forced in-place update", operation("force-in-place-update"), "typed-name"],
    ["deletion", { kind: "delete" }, "typed-name"],
    ["completing a rotation", operation("rotate-ca-complete"), "typed-act"],
    ["completing a rotation, planned", operation("rotate-ca-complete", { when: "in-window" }), "typed-act"],
    ["deletion by force", { kind: "force-delete" }, "typed-act"],
  ])("%s", (_, act, tier) => {
    expect(frictionOf(act).tier).toBe(tier);
  });
});

describe("care for production, and for a cluster that is not well", () => {
  test.each([
    ["reconcile", "evaluation", "healthy", "popover"],
    ["reconcile", "production", "healthy", "dialog"],
    ["reconcile", "production", "unhealthy", "dialog"],
    ["retry", "evaluation", "unhealthy", "popover"],
    ["retry", "production", "unhealthy", "dialog"],
    ["maintain", "evaluation", "healthy", "dialog"],
    ["maintain", "evaluation", "progressing", "typed-name"],
    ["maintain", "production", "healthy", "typed-name"],
    ["maintain", "production", "unknown", "typed-name"],
    ["rotate-ca-start", "production", "unhealthy", "typed-name"],
    ["rotate-ca-complete", "evaluation", "healthy", "typed-act"],
  ] as const)("%s of a cluster for %s that is %s: %s", (id, purpose, health, tier) => {
    const shoot = actShoot({ spec: { ...actShoot().spec, purpose } });
    expect(frictionOf(operation(id), shoot, { health }).tier).toBe(tier);
  });
});

test.each<[string, Act, string]>([
  ["the maintenance window", change("maintenance-window", { maintenance: { timeWindow: window } }), "dialog"],
  ["the purpose, as YAML", change("manifest", { purpose: "evaluation" }), "dialog"],
  ["hibernation", change("hibernation", { hibernation: { enabled: true } }), "typed-name"],
  ["the same, as YAML", change("manifest", { hibernation: { enabled: true } }), "typed-name"],
  ["a schedule, as YAML", change("manifest", { hibernation: { schedules: [{ start: "0 20 * * *" }] } }), "typed-name"],
  ["the same patch, as YAML", change("manifest", { kubernetes: { version: "1.33.5" } }), "typed-name"],
  ["more nodes", change("pool-settings", inPool({ maximum: 9 })), "typed-name"],
  ["an image that replaces nodes", change("machine-images", inPool(image)), "typed-name"],
  ["the same image, as YAML", change("manifest", inPool(image)), "typed-name"],
  [
    "a patch, which restarts kubelets",
    change("kubernetes-version", { kubernetes: { version: "1.33.5" } }),
    "typed-name",
  ],
])("an unhealthy production cluster asks for its name only where nodes are touched: %s", (_, act, tier) => {
  const shoot = actShoot({ spec: { ...actShoot().spec, purpose: "production" } });
  expect(frictionOf(act, shoot, { health: "unhealthy" }).tier).toBe(tier);
});

describe("changes that wait for the window", () => {
  const confined = actShoot({ spec: { ...actShoot().spec, maintenance: { confineSpecUpdateRollout: true } } });

  test("make a reconcile dear, and that is ticked", () => {
    const { tier, consequences } = frictionOf(operation("reconcile"), confined);
    expect(tier).toBe("typed-name");
    expect(consequences.map(({ id }) => id)).toEqual(["held-back"]);
  });

  const written = (time: string | undefined, fieldsV1: object = { "f:spec": { "f:kubernetes": {} } }) => ({
    metadata: { ...confined.metadata, managedFields: [{ manager: "kubectl", operation: "Update", time, fieldsV1 }] },
  });
  const ended = "2026-11-24T10:00:00Z";
  test.each<[string, Partial<Shoot>, Shoot["status"], string]>([
    ["the spec was written before the last operation ended", written("2026-11-23T09:00:00Z"), undefined, "dialog"],
    [
      "what was written later is not the spec",
      written("2026-11-24T11:00:00Z", { "f:status": {} }),
      undefined,
      "dialog",
    ],
    ["the spec was written after it", written("2026-11-24T11:00:00Z"), undefined, "typed-name"],
    ["nobody knows when the spec was written", written(undefined), undefined, "typed-name"],
    ["nobody knows what was written later", written("2026-11-24T11:00:00Z", []), undefined, "typed-name"],
    [
      "the last operation has not ended",
      written("2026-11-23T09:00:00Z"),
      { lastOperation: { type: "Reconcile", state: "Error", lastUpdateTime: ended } },
      "typed-name",
    ],
  ])("%s", (_, differs, status, tier) => {
    const settled = { lastOperation: { type: "Reconcile", state: "Succeeded", lastUpdateTime: ended } };
    const shoot = actShoot({ ...confined, ...differs, status: { ...confined.status, ...(status ?? settled) } });
    expect(frictionOf(operation("reconcile"), shoot).tier).toBe(tier);
  });

  test("cost nothing when the reconcile is planned for the window anyway", () => {
    expect(frictionOf(operation("reconcile", { when: "in-window" }), confined).tier).toBe("dialog");
  });
});

describe("what is typed", () => {
  test.each<[Act, string | undefined]>([
    [operation("reconcile"), undefined],
    [operation("rotate-ca-start"), "prod-eu1"],
    [{ kind: "delete" }, "prod-eu1"],
    [operation("rotate-credentials-complete"), "complete prod-eu1"],
    [{ kind: "force-delete" }, "force-delete pay/prod-eu1"],
  ])("%j: %s", (act, phrase) => {
    expect(frictionOf(act).phrase).toBe(phrase);
  });
});

test("one tick a consequence, and none where nothing is ticked", () => {
  const ids = (act: Act) => frictionOf(act).consequences.map(({ id }) => id);
  expect(ids(change("kubernetes-version", { kubernetes: { version: "1.34.3" } }))).toEqual([
    "nodes-replaced",
    "no-way-back",
    "apis-removed",
  ]);
  expect(ids({ kind: "delete" })).toEqual(["workload-gone", "data-gone", "no-undo"]);
  expect(ids({ kind: "force-delete" })).toEqual(["codes", "left-behind", "own-clean-up"]);
  expect(ids(operation("rotate-ca-start"))).toEqual(["nodes-replaced", "rotation-duty"]);
  expect(ids(operation("maintain"))).toEqual([]);
});

test("a manifest that hides an operation costs what the operation costs", () => {
  const smuggled = { "gardener.cloud/operation": "rotate-ca-complete" };
  const act: Act = { kind: "change", about: "manifest", patch: { metadata: { annotations: smuggled } } };
  expect(frictionOf(act)).toMatchObject({ tier: "typed-act", phrase: "complete prod-eu1" });
  const forced = { "confirmation.gardener.cloud/force-deletion": "true" };
  const force: Act = { kind: "change", about: "manifest", patch: { metadata: { annotations: forced } } };
  expect(frictionOf(force)).toMatchObject({ tier: "typed-act", phrase: "force-delete pay/prod-eu1" });
});
