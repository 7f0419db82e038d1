import { describe, expect, test } from "vitest";
import { type Act, actPreviewSchema } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { lastAppliedAnnotation } from "#lib/kube/last-applied.ts";
import type { ReferencedObjectState } from "#lib/policy/admission/named-objects.ts";
import { fail } from "#lib/result.ts";
import { evaluateAct } from "../plan/evaluate-act.ts";
import { actPool, actShoot, samplePreviewInput } from "../plan/preview-input.fixture.ts";
import type { ApiServerDryRun } from "../plan/preview-input.ts";
import type { PreviewSources } from "../plan/preview-sources.ts";
import { composePreview } from "./compose-preview.ts";

const unasked: ApiServerDryRun = { verdict: "not-run", causes: [], warnings: [] };

function previewOf(
  act: Act,
  shoot: Shoot = actShoot(),
  more: Partial<PreviewSources> & { dryRun?: ApiServerDryRun } = {},
) {
  const { dryRun = unasked, ...differs } = more;
  const world = samplePreviewInput(act, shoot, differs);
  const unsigned = composePreview(world, evaluateAct(world), dryRun);
  return actPreviewSchema.parse({ ...unsigned, checkedAt: "2026-11-24T12:00:00Z", hash: "h" });
}

const withPools = (...workers: object[]) =>
  actShoot({ spec: { ...actShoot().spec, provider: { type: "aws", workers: JSON.parse(JSON.stringify(workers)) } } });
const version = (to: string): Act => ({
  kind: "change",
  about: "kubernetes-version",
  patch: { spec: { kubernetes: { version: to } } },
});
const pools = (...workers: object[]): Act => ({
  kind: "change",
  about: "pool-versions",
  patch: { spec: { provider: { workers } } },
});
const pinned = { kubernetes: { version: "1.33.4" } };

describe("a schedule that never comes", () => {
  const schedules = (...starts: readonly string[]): Act => ({
    kind: "change",
    about: "hibernation-schedules",
    patch: { spec: { hibernation: { schedules: starts.map((start) => ({ start })) } } },
  });
  const stored = actShoot({ spec: { ...actShoot().spec, hibernation: { schedules: [{ start: "0 0 30 2 *" }] } } });

  test("is not sent, although the garden would take it: Gardener's controller would hang on it", () => {
    const world = samplePreviewInput(schedules("0 20 * * *", "0 0 31 4 *"), actShoot());
    expect(evaluateAct(world)).toMatchObject({ decision: "deny", refusedByUs: true });
    const { decision, reasons } = previewOf(schedules("0 20 * * *", "0 0 31 4 *"));
    expect(decision).toBe("deny");
    expect(reasons.map(({ sentence }) => sentence)).toEqual([expect.stringMatching(/^0 0 31 4 \* never comes/)]);
    expect(previewOf(schedules("0 0 29 2 *")).decision).not.toBe("deny");
  });

  test("that is stored already hinders no other change", () => {
    expect(previewOf(schedules("0 0 30 2 *", "0 20 * * *"), stored).decision).not.toBe("deny");
    expect(previewOf(schedules("0 0 30 2 *", "0 0 31 4 *"), stored).decision).toBe("deny");
  });
});

describe("the sentence says who goes from what to what, when, who follows, and what becomes of nodes", () => {
  test.each<[string, Act, Shoot, string]>([
    [
      "a minor update with pools that follow",
      version("1.34.3"),
      withPools(actPool("data"), actPool("web")),
      "Update control plane 1.33.4 to 1.34.3 now; pools follow because they are not pinned; 6 to 10 nodes in 2 pools are replaced.",
    ],
    [
      "a minor update with one pinned pool",
      version("1.34.3"),
      withPools(actPool("data"), actPool("web", pinned)),
      "Update control plane 1.33.4 to 1.34.3 now; pool data follows because it is not pinned, and pool web (1.33.4) stays, being pinned; 3 to 5 nodes in 1 pool are replaced.",
    ],
    [
      "a patch update",
      version("1.33.5"),
      actShoot(),
      "Update control plane 1.33.4 to 1.33.5 now; pools follow because they are not pinned; kubelets restart, and nodes stay.",
    ],
    ["a first pin", pools(actPool("data", pinned)), actShoot(), "Pin pool data to 1.33.4 now; no node is touched."],
    [
      "a pin that is taken off",
      pools(actPool("data")),
      withPools(actPool("data", { kubernetes: { version: "1.32.9" } })),
      "Unpin pool data (1.32.9 to 1.33.4) now; 3 to 5 nodes in 1 pool are replaced.",
    ],
    [
      "hibernation",
      { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } },
      actShoot(),
      "Hibernate the cluster now.",
    ],
    [
      "an operation for the window",
      { kind: "operation", id: "reconcile", when: "in-window" },
      actShoot(),
      "Reconcile in the next maintenance window.",
    ],
    [
      "maintenance at once",
      { kind: "operation", id: "maintain", when: "now" },
      actShoot({ spec: { ...actShoot().spec, kubernetes: { version: "1.35.2" } } }),
      "Maintain now; 3 to 5 nodes in 1 pool are replaced.",
    ],
    [
      "pools by name",
      { kind: "operation", id: "rollout-workers", pools: ["data"], when: "now" },
      actShoot(),
      "Roll pools: data now; 3 to 5 nodes in 1 pool are replaced.",
    ],
    ["a deletion", { kind: "delete" }, actShoot(), "Delete the cluster prod-eu1 now."],
  ])("%s", (_, act, shoot, sentence) => {
    expect(previewOf(act, shoot).sentence).toBe(sentence);
  });
});

describe("when it takes effect", () => {
  const confined = actShoot({
    spec: {
      ...actShoot().spec,
      maintenance: { confineSpecUpdateRollout: true, timeWindow: { begin: "220000+0100", end: "230000+0100" } },
    },
  });

  test("a change of a cluster that confines them waits for the window, and that is said", () => {
    const { when, sentence } = previewOf(version("1.34.3"), confined);
    expect(when).toMatchObject({ at: "maintenance-window", notes: [{ id: "confined-rollout" }] });
    expect(when.window).toEqual({ from: "2026-11-24T21:00:00.000Z", to: "2026-11-24T22:00:00.000Z" });
    expect(sentence).toContain("in the next maintenance window");
  });

  test("only hibernation does not wait", () => {
    const act: Act = { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } };
    expect(previewOf(act, confined).when).toMatchObject({ at: "now", notes: [] });
  });

  test("a cluster that sleeps in its window is told of", () => {
    const schedules = [{ start: "0 20 * * *", end: "0 6 * * *", location: "UTC" }];
    const sleeper = actShoot({ spec: { ...confined.spec, hibernation: { schedules } } });
    expect(previewOf(version("1.34.3"), sleeper).when.notes.map(({ id }) => id)).toContain("sleeps-in-window");
  });
});

describe("what is asked for and what the garden makes of it stand apart", () => {
  const stored = actShoot({
    metadata: { name: "prod-eu1", annotations: { "shoot.gardener.cloud/tasks": "deployInfrastructure" } },
  });
  const answer: ApiServerDryRun = {
    ...unasked,
    verdict: "accepted",
    result: { ...stored, spec: { ...stored.spec, kubernetes: { version: "1.34.3" } } },
  };

  test("each field once, with its values", () => {
    expect(previewOf(version("1.34.3"), actShoot(), { dryRun: answer }).changes).toEqual([
      { path: "spec.kubernetes.version", before: "1.33.4", after: "1.34.3", by: "request" },
      { path: "metadata.annotations[shoot.gardener.cloud/tasks]", after: "deployInfrastructure", by: "garden" },
    ]);
  });

  test.each([
    ["the answer", actShoot(), { ...stored.metadata, annotations: { [lastAppliedAnnotation]: "{}" } }],
    [
      "the cluster",
      actShoot({ metadata: { ...actShoot().metadata, annotations: { [lastAppliedAnnotation]: "{}" } } }),
      stored.metadata,
    ],
  ])("what kubectl apply keeps for itself in %s is no change", (_, shoot, metadata) => {
    const dryRun = { ...answer, result: { ...stored, metadata, spec: shoot.spec } };
    const { changes } = previewOf({ kind: "operation", id: "reconcile", when: "now" }, shoot, { dryRun });
    expect(changes.map(({ path }) => path).filter((path) => path.includes("last-applied"))).toEqual([]);
  });

  test("a field of a pool stands under the pool's name", () => {
    expect(previewOf(pools(actPool("data", { maximum: 9 }))).changes).toEqual([
      { path: "spec.provider.workers[data].maximum", before: 5, after: 9, by: "request" },
    ]);
  });
});

describe("checks", () => {
  const checksOf = (...given: Parameters<typeof previewOf>) =>
    previewOf(...given).checks.map(({ id, verdict, enforced }) => `${id} ${verdict}${enforced ? " enforced" : ""}`);

  test("a minor update without anything against it: all that the garden looks at passes, the APIs in use are not known", () => {
    expect(checksOf(version("1.34.3"))).toEqual([
      "rights pass enforced",
      "version-path pass enforced",
      "skew pass enforced",
      "image pass enforced",
      "fields pass enforced",
      "in-place pass",
      "last-operation pass",
      "health pass",
      "hibernation pass",
      "constraints pass",
      "deprecated-apis unknown",
    ]);
  });

  test("a new minor names the APIs that it removes, and says that nobody has looked whether they are used", () => {
    const apis = (act: Act) => previewOf(act).checks.filter(({ id }) => id === "deprecated-apis");
    expect(apis(version("1.34.3"))).toEqual([
      expect.objectContaining({
        verdict: "unknown",
        sentence: expect.stringMatching(/^APIs that Kubernetes 1\.34 removes: Va.* was not looked at\.$/),
      }),
    ]);
    expect(apis(version("1.33.5"))).toEqual([]);
    expect(apis(pools(actPool("data", pinned)))).toEqual([]);
  });

  test("a rotation under way is a warning of a new minor, and no warning of a step of the rotation", () => {
    const rotation = { certificateAuthorities: { phase: "Preparing" } };
    const rotating = actShoot({ status: { credentials: { rotation } } });
    expect(checksOf(version("1.34.3"), rotating)).toContain("rotation warn");
    expect(checksOf(version("1.33.5"), rotating)).not.toContain("rotation warn");
    expect(checksOf({ kind: "operation", id: "reconcile", when: "now" }, rotating)).not.toContain("rotation warn");
  });

  test("machines that the provider has just refused are a warning of whatever replaces nodes", () => {
    const exhausted = actShoot({ status: { lastErrors: [{ description: "", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }] } });
    const roll: Act = { kind: "operation", id: "rollout-workers", pools: ["data"], when: "now" };
    expect(checksOf(version("1.34.3"), exhausted)).toContain("capacity warn");
    expect(checksOf(roll, exhausted)).toContain("capacity warn");
    expect(checksOf(version("1.33.5"), exhausted)).not.toContain("capacity warn");
  });

  test("a window that is too short for the roll is a warning only of what waits for the window", () => {
    const short = (confineSpecUpdateRollout: boolean) => {
      const timeWindow = { begin: "220000+0100", end: "223000+0100" };
      const { spec } = withPools(actPool("data", { minimum: 40, maximum: 40 }));
      return actShoot({ spec: { ...spec, maintenance: { confineSpecUpdateRollout, timeWindow } } });
    };
    expect(checksOf(version("1.34.3"), short(true))).toContain("window-short warn");
    expect(checksOf(version("1.34.3"), short(false))).not.toContain("window-short warn");
  });

  test("nor of pools that are updated in place, whose nodes are not replaced", () => {
    const pool = actPool("data", { minimum: 40, maximum: 40, updateStrategy: "AutoInPlaceUpdate" });
    const maintenance = { confineSpecUpdateRollout: true, timeWindow: { begin: "220000+0100", end: "223000+0100" } };
    const inPlace = actShoot({ spec: { ...withPools(pool).spec, maintenance } });
    expect(previewOf(version("1.34.3"), inPlace).pools).toMatchObject([{ effect: "inPlaceAuto", rollout: {} }]);
    expect(checksOf(version("1.34.3"), inPlace)).not.toContain("window-short warn");
  });

  test("a skipped minor version blocks, and the request is denied", () => {
    const preview = previewOf(version("1.35.2"));
    expect(preview).toMatchObject({
      decision: "deny",
      reasons: [{ id: "K8S_MINOR_SKIP", field: "spec.kubernetes.version" }],
    });
    expect(preview.checks).toContainEqual(
      expect.objectContaining({ id: "version-path", verdict: "block", enforced: true }),
    );
    expect(preview.pools).toMatchObject([{ name: "data", effect: "rejected" }]);
  });

  test("without a profile nobody knows what is offered", () => {
    const checks = checksOf(version("1.34.3"), actShoot(), { profile: fail("PROFILE_FORBIDDEN") });
    expect(checks).toContain("version-path unknown enforced");
    expect(checks).toContain("image unknown enforced");
  });

  test("what may not be read is said to be unknown, and does not stand against the change", () => {
    const kubeAPIServer = { auditConfig: { auditPolicy: { configMapRef: { name: "audit" } } } };
    const act: Act = { kind: "change", about: "manifest", patch: { spec: { kubernetes: { kubeAPIServer } } } };
    const named = (state: ReferencedObjectState) => ({
      named: { references: { objects: new Map([["ConfigMap/audit", state]]) }, seed: undefined, profile: undefined },
    });
    expect(checksOf(act, actShoot(), named("forbidden"))).toContain("references unknown enforced");
    expect(previewOf(act, actShoot(), named("forbidden")).decision).toBe("allow");
    expect(checksOf(act, actShoot(), named("there"))).not.toContain("references unknown enforced");
    expect(previewOf(act, actShoot(), named("missing"))).toMatchObject({
      decision: "deny",
      reasons: [{ id: "OBJECT_NOT_FOUND", sentence: "The cluster's project has no ConfigMap audit." }],
    });
  });

  test("a missing right is named and denies", () => {
    const preview = previewOf(
      { kind: "unschedule", operation: "reconcile" },
      actShoot({
        metadata: { name: "prod-eu1", annotations: { "maintenance.gardener.cloud/operation": "reconcile" } },
      }),
      { context: { can: () => false } },
    );
    expect(preview).toMatchObject({ decision: "deny", reasons: [{ id: "rbac-missing" }] });
    expect(preview.checks[0]).toMatchObject({ id: "rights", verdict: "block", enforced: true });
    expect(preview.checks[0]?.sentence).toContain("patch shoots in core.gardener.cloud");
  });
});

test("an end that no quota allows is denied with its field, although the spec stays", () => {
  const key = "shoot.gardener.cloud/expiration-timestamp";
  const act: Act = {
    kind: "change",
    about: "manifest",
    patch: { metadata: { annotations: { [key]: "2027-11-24T12:00:00Z" } } },
  };
  const quotas = [{ metadata: { name: "trial" }, spec: { clusterLifetimeDays: 30 } }];
  const named = { references: { quotas }, seed: undefined, profile: undefined };
  const preview = previewOf(act, actShoot(), { named });
  expect(preview).toMatchObject({
    decision: "deny",
    reasons: [{ id: "EXPIRATION_TOO_LATE", field: `metadata.annotations[${key}]` }],
  });
  expect(preview.checks[0]).toMatchObject({ verdict: "block", enforced: true });
  expect(previewOf(act).decision).toBe("allow");
});

test("a change that changes nothing is latent, and says so", () => {
  expect(previewOf(version("1.33.4"))).toMatchObject({ decision: "latent", reasons: [{ id: "no-change" }] });
});

test("hibernation is judged by its own rules too", () => {
  const act: Act = { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } };
  const constraints = [{ type: "HibernationPossible", status: "False" }];
  const shoot = actShoot({ status: JSON.parse(JSON.stringify({ constraints })) });
  expect(previewOf(act, shoot)).toMatchObject({
    decision: "deny",
    reasons: [{ id: "hibernation-possible-constraint" }],
  });
  expect(previewOf(act).pools).toMatchObject([
    { name: "data", effect: "hibernated", sentence: "All nodes of the pool are removed." },
  ]);
});

test("afterwards: when the new version ends, and the next step that is foreseen", () => {
  const ids = previewOf(version("1.34.3")).afterwards.map(({ id }) => id);
  expect(ids).toContain("expiry");
  expect(previewOf(version("1.34.3")).afterwards[0]?.sentence).toBe("Kubernetes 1.34.3 expires on 28 Feb 2027.");
  expect(previewOf({ kind: "delete" }).afterwards.map(({ id }) => id)).toContain("clean-up-webhooks");
  expect(previewOf({ kind: "force-delete" }).afterwards).toHaveLength(6);
});

test("the request by hand is one that a shell takes", () => {
  const act: Act = { kind: "change", about: "manifest", patch: { metadata: { labels: { note: "it's" } } } };
  expect(previewOf(act).request[0]?.kubectl).toBe(
    String.raw`kubectl patch shoots.core.gardener.cloud prod-eu1 --namespace garden-pay --type merge --patch '{"metadata":{"labels":{"note":"it'\''s"}}}'`,
  );
});

test("a patch that no shell would take in one line comes from a file", () => {
  const labels = { note: "x".repeat(40_000) };
  const act: Act = { kind: "change", about: "manifest", patch: { metadata: { labels } } };
  const [step] = previewOf(act).request;
  expect(step?.kubectl).toMatch(/ --type merge --patch-file patch\.json$/);
  expect(step?.body).toEqual({ metadata: { labels } });
});

test("a preview warns where the rules that it follows are older than the gardenlet", () => {
  const rulesOf = (release: string) => {
    const shoot = actShoot({ status: { ...actShoot().status, gardener: { version: release } } });
    return previewOf({ kind: "operation", id: "reconcile", when: "now" }, shoot).checks.find(
      ({ id }) => id === "gardenlet-rules",
    );
  };
  expect(rulesOf("v1.153.1")).toMatchObject({ verdict: "warn", sentence: expect.stringContaining("up to 1.150") });
  expect(rulesOf("v1.150.4")).toBeUndefined();
});

describe("a pool that gets another size", () => {
  const sizes = (minimum: number, maximum: number): Act => ({
    kind: "change",
    about: "pool-settings",
    patch: { spec: { provider: { workers: [actPool("data", { minimum, maximum })] } } },
  });
  const sentenceOf = (act: Act, shoot?: Shoot) => previewOf(act, shoot).pools.map(({ sentence }) => sentence);

  test("has as many nodes as its Pods need between the two ends, or always the one number", () => {
    expect(sentenceOf(sizes(4, 5))).toEqual([
      "4 to 5 nodes, as Pods need them: once Gardener applies this, it adds missing nodes, and drains and removes surplus ones.",
    ]);
    expect(sentenceOf(sizes(2, 2))).toEqual([
      "2 nodes: once Gardener applies this, it adds missing nodes, and drains and removes surplus ones.",
    ]);
  });

  test("has no node as long as its cluster is hibernated", () => {
    const asleep = actShoot({ spec: { ...actShoot().spec, hibernation: { enabled: true } } });
    expect(sentenceOf(sizes(4, 5), asleep)).toEqual([
      "No node while the cluster is hibernated, then 4 to 5 nodes, as Pods need them.",
    ]);
  });
});
