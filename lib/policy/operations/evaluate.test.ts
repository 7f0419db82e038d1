import { describe, expect, test } from "vitest";
import { parseGardenerRelease } from "../editions/gardener-release.ts";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { evaluateAllOperations, evaluateOperation } from "./evaluate.ts";
import type { OperationContext, OperationRequest } from "./operation-evaluation.ts";
import { type OperationShootInput, operationShootWith } from "./operation-shoot.fixture.ts";
import { operationIds } from "./vocabulary.ts";

const nowMs = Date.parse("2026-08-10T10:00:00Z");
const failed = { lastOperation: { type: "Reconcile", state: "Failed" } };
const deleting = { deletionTimestamp: "2026-08-10T09:00:00Z" };

interface Row {
  readonly rule: string;
  readonly ask: OperationRequest;
  readonly of?: OperationShootInput;
  readonly context?: OperationContext;
  /** Formats a result as `decision: first reason`. Almanac denies some operations that the API server would accept. */
  readonly says: string;
}

describe("an operation", () => {
  test.each<Row>([
    { rule: "reconcile is free on a healthy Shoot", ask: { id: "reconcile" }, says: "allow" },
    { rule: "retry waits for a failure", ask: { id: "retry" }, says: "latent: not-failed" },
    { rule: "retry helps a Failed Shoot", ask: { id: "retry" }, of: { status: failed }, says: "allow" },
    {
      rule: "a retry absorbs the reconcile that waits on a Failed Shoot",
      ask: { id: "retry" },
      of: { operation: "reconcile", status: failed },
      says: "allow",
    },
    {
      rule: "everything but retry waits on a Failed Shoot",
      ask: { id: "reconcile" },
      of: { status: failed },
      says: "latent: failed-needs-retry",
    },
    {
      rule: "a Shoot without last operation waits",
      ask: { id: "reconcile" },
      of: { status: null },
      says: "latent: never-reconciled",
    },
    {
      rule: "a missing right comes before everything else",
      ask: { id: "reconcile" },
      of: { metadata: deleting },
      context: { can: ({ verb }) => verb !== "patch" },
      says: "deny: rbac-missing",
    },
    {
      rule: "an unknown right denies nothing",
      ask: { id: "reconcile" },
      context: { can: () => undefined },
      says: "allow",
    },
    {
      rule: "an emergency stop makes it latent",
      ask: { id: "reconcile" },
      context: { seedEmergencyStop: true },
      says: "latent: emergency-stop",
    },
    {
      rule: "an ignored Shoot in the namespace garden is latent",
      ask: { id: "reconcile" },
      of: { metadata: { namespace: "garden", annotations: { "shoot.gardener.cloud/ignore": "true" } } },
      says: "latent: ignored",
    },
    {
      rule: "SSH rotation without SSH access vanishes",
      ask: { id: "rotate-ssh-keypair" },
      of: { spec: { provider: { type: "local", workers: [] } } },
      says: "latent: workerless",
    },
    {
      rule: "two-step etcd operations are hidden from 1.34 on",
      ask: { id: "rotate-etcd-encryption-key-start" },
      of: { spec: { kubernetes: { version: "1.34.1" } } },
      says: "hide: k8s-134-single-step-only",
    },
    {
      rule: "what a release does not know is hidden",
      ask: { id: "rollout-workers", pools: ["*"] },
      context: {
        rules: gardenerRulesOfRelease(parseGardenerRelease("1.131.0") ?? { minor: 131, patch: 0, dev: false }),
      },
      says: "hide: unknown-operation",
    },
    {
      rule: "a pending operation is united with, and said",
      ask: { id: "rotate-observability-credentials" },
      of: { operation: "rotate-ssh-keypair" },
      says: "allow",
    },
    {
      rule: "an operation that must stand alone is refused beside a pending one",
      ask: { id: "maintain" },
      of: { operation: "rotate-ssh-keypair" },
      says: "deny: not-parallel",
    },
    {
      rule: "H1: the same family in both annotations is denied by us",
      ask: { id: "rotate-ca-start-without-workers-rollout" },
      of: { planned: "rotate-ca-start" },
      says: "deny, by us: same-family-in-other-annotation",
    },
    {
      rule: "H2: pools are not rolled before the machines exist",
      ask: { id: "rollout-workers", pools: ["worker-1"] },
      of: { status: { lastOperation: { type: "Create", state: "Processing" } } },
      says: "deny, by us: machines-may-not-exist",
    },
    {
      rule: "H2: pools are not rolled in deletion",
      ask: { id: "rollout-workers", pools: ["worker-1"] },
      of: { metadata: deleting, status: { lastOperation: { type: "Delete", state: "Processing" } } },
      says: "deny, by us: deletion",
    },
    {
      rule: "H4: retry cannot be planned",
      ask: { id: "retry", when: "in-window" },
      says: "deny, by us: not-for-maintenance",
    },
    {
      rule: "H7: completing needs care",
      ask: { id: "rotate-ca-complete" },
      of: { status: { credentials: { rotation: { certificateAuthorities: { phase: "Prepared" } } } } },
      says: "caution: drops-old-credentials",
    },
    {
      rule: "H9: the start without rollout waits for the encryption config, as its sibling does",
      ask: { id: "rotate-credentials-start-without-workers-rollout" },
      of: { status: { credentials: { encryptionAtRest: { resources: ["configmaps"] } } } },
      says: "deny, by us: encryption-settles-first",
    },
    {
      rule: "H10: hibernating forgets pools that wait",
      ask: { id: "hibernate" },
      of: {
        status: {
          credentials: {
            rotation: {
              certificateAuthorities: {
                phase: "WaitingForWorkersRollout",
                pendingWorkersRollouts: [{ name: "worker-1" }],
              },
            },
          },
        },
      },
      says: "caution: forgets-pending-rollouts",
    },
    {
      rule: "H11: a start on a Shoot in Error begins with the next attempt",
      ask: { id: "rotate-ca-start" },
      of: { status: { lastOperation: { type: "Reconcile", state: "Error" } } },
      says: "caution: starts-at-next-attempt",
    },
    {
      rule: "in deletion only reconcile, retry and force make sense",
      ask: { id: "rotate-observability-credentials" },
      of: { metadata: deleting },
      says: "deny, by us: deletion",
    },
    { rule: "reconcile restarts a deletion", ask: { id: "reconcile" }, of: { metadata: deleting }, says: "allow" },
    {
      rule: "force deletion stays hidden without an eligible code",
      ask: { id: "force-delete" },
      of: { metadata: deleting, status: { lastErrors: [{ codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }] } },
      says: "hide: no-eligible-error-code",
    },
    {
      rule: "force deletion needs care when it is possible",
      ask: { id: "force-delete" },
      of: { metadata: deleting, status: { lastErrors: [{ codes: ["ERR_CLEANUP_CLUSTER_RESOURCES"] }] } },
      says: "caution: leaves-cloud-resources",
    },
    {
      rule: "the same person cannot confirm and delete under dual approval",
      ask: { id: "delete" },
      context: { user: "alice", dualApproval: [{ resource: "shoots", selector: {} }] },
      says: "deny: dual-approval",
    },
    {
      rule: "a second person may delete what another confirmed",
      ask: { id: "delete" },
      of: { metadata: { annotations: { "deletion.gardener.cloud/confirmed-by": "alice" } } },
      context: { user: "bob", dualApproval: [{ resource: "shoots", selector: {} }] },
      says: "allow",
    },
    { rule: "waking up is hidden while awake", ask: { id: "wake-up" }, says: "hide: already-awake" },
    {
      rule: "a force of nothing is denied by us",
      ask: { id: "force-in-place-update" },
      says: "deny, by us: nothing-to-do",
    },
  ])("$rule", ({ ask, of, context, says }) => {
    const { decision, reasons, stricterThanServer } = evaluateOperation(ask, operationShootWith(of), nowMs, context);
    const verdict = stricterThanServer ? `${decision}, by us` : decision;
    expect([verdict, ...reasons.slice(0, 1).map(({ id }) => id)].join(": ")).toBe(says);
  });

  test("tells which pools roll and that the generation rises", () => {
    const { effects } = evaluateOperation({ id: "rotate-ca-start" }, operationShootWith(), nowMs);
    expect(effects).toEqual({
      nodes: "rolls",
      pools: ["worker-1", "worker-2"],
      generationDelta: 1,
      takenBy: "gardenlet",
      irreversible: true,
    });
  });

  test("H6: says when a maintenance run would replace what is pending", () => {
    const always = evaluateOperation(
      { id: "reconcile" },
      operationShootWith({ operation: "rotate-ssh-keypair" }),
      nowMs,
    );
    expect(always.hints).toContainEqual({ id: "maintenance-replaces-pending", pending: ["rotate-ssh-keypair"] });
    const maintenance = { timeWindow: { begin: "220000+0000", end: "230000+0000" } };
    const outside = operationShootWith({ operation: "rotate-ssh-keypair", spec: { maintenance } });
    expect(evaluateOperation({ id: "reconcile" }, outside, nowMs).hints).toContainEqual({
      id: "operation-pending",
      pending: ["rotate-ssh-keypair"],
    });
  });

  test("H8: says when reconciling completes an etcd rotation", () => {
    const rotation = { etcdEncryptionKey: { phase: "Prepared" } };
    const of = operationShootWith({
      spec: { kubernetes: { version: "1.34.0" } },
      status: { credentials: { rotation } },
    });
    expect(evaluateOperation({ id: "reconcile" }, of, nowMs).hints).toContainEqual({ id: "etcd-completes-by-itself" });
  });

  test("H12: says when a rate limit is retried without anybody", () => {
    const lastOperation = { type: "Reconcile", state: "Failed", lastUpdateTime: "2026-08-10T09:55:00Z" };
    const lastErrors = [{ codes: ["ERR_INFRA_RATE_LIMITS_EXCEEDED"] }];
    expect(
      evaluateOperation({ id: "retry" }, operationShootWith({ status: { lastOperation, lastErrors } }), nowMs).hints,
    ).toEqual([{ id: "retried-automatically", fromAt: "2026-08-10T10:05:00Z" }]);
  });
});

describe("all operations", () => {
  test("are evaluated, each once", () => {
    expect([...evaluateAllOperations(operationShootWith(), nowMs).keys()]).toEqual([...operationIds]);
  });

  test("never throw, whatever the wire carries", () => {
    const odd = operationShootWith({
      operation: ";;rollout-workers;unheard-of",
      planned: "maintain;;",
      spec: { kubernetes: { version: "one" }, provider: { type: "x", workers: null }, hibernation: null },
      status: {
        lastOperation: { type: "Ponder", state: "Sideways", progress: Number.NaN, lastUpdateTime: "soon" },
        conditions: [null],
        lastErrors: [null, { codes: null }],
        credentials: { rotation: { certificateAuthorities: { phase: "Pondering" } } },
      },
    });
    const evaluations = [...evaluateAllOperations(odd, nowMs).values()];
    expect(evaluations).toHaveLength(operationIds.length);
  });
});
