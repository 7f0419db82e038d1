import { describe, expect, it } from "vitest";
import { ApiError } from "#garden/api/errors/api-error.ts";
import { startTestLandscape, type TestLandscape } from "#garden/testing/landscape.fixture.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { createRandom } from "#lib/random.ts";

const operations = [
  "reconcile",
  "retry",
  "maintain",
  "rotate-credentials-start",
  "rotate-credentials-start-without-workers-rollout",
  "rotate-credentials-complete",
  "rotate-ca-start",
  "rotate-ca-start-without-workers-rollout",
  "rotate-ca-complete",
  "rotate-serviceaccount-key-start",
  "rotate-serviceaccount-key-complete",
  "rotate-etcd-encryption-key",
  "rotate-ssh-keypair",
  "rotate-observability-credentials",
  "rotate-rollout-workers=default",
  "rotate-rollout-workers=default,system",
  "rollout-workers=*",
] as const;
const faults = [
  "Initializing secrets management:ERR_INFRA_QUOTA_EXCEEDED",
  "Deploying Shoot infrastructure:ERR_RETRYABLE_INFRA_DEPENDENCIES",
  "Waiting until worker pools have been reconciled:",
  null,
  null,
] as const;
const names: readonly [string, ...string[]] = [
  "garden-payments/ledger-eu",
  "garden-payments/acquiring",
  "garden-payments/card-emulator",
  "garden-platform/identity",
  "garden-platform/policy-hub",
  "garden-shop/preview-apps",
  "garden-ml/feature-store",
];
const families = ["certificateAuthorities", "serviceAccountKey", "etcdEncryptionKey"] as const;

/** Checks one write of a controller to one Shoot against rules that all such writes must obey. */
function broken(before: Shoot, after: Shoot): readonly string[] {
  const { lastOperation, lastErrors, retryCycleStartTime, conditions } = after.status ?? {};
  const state = lastOperation?.state;
  const previous = before.status?.lastOperation?.state;
  const faults: string[] = [];
  const rule = (holds: boolean, text: string): void => {
    if (!holds) faults.push(text);
  };
  const step = (after.metadata.generation ?? 0) - (before.metadata.generation ?? 0);
  rule(step === 0 || step === 1, `generation moved by ${step}`);
  rule((lastOperation?.progress === 100) === (state === "Succeeded"), `${state} at ${lastOperation?.progress} %`);
  if (state === "Succeeded") rule((lastErrors?.length ?? 0) === 0, "succeeded with errors");
  if (state === "Succeeded" || state === "Failed") rule(!retryCycleStartTime, `${state} within a retry cycle`);
  if (state === "Succeeded" && previous === "Processing") {
    rule(!conditions?.some((condition) => condition?.status === "True"), "a condition is True right after the success");
  }
  for (const family of families) {
    const was = before.status?.credentials?.rotation?.[family];
    const is = after.status?.credentials?.rotation?.[family];
    const starts = state === "Processing" && lastOperation?.progress === 0;
    const succeeds = state === "Succeeded" && previous === "Processing";
    if (was?.phase !== is?.phase) rule(starts || succeeds, `${family} moved to ${is?.phase} in ${state}`);
    rule(
      (was?.lastInitiationTime ?? "") <= (is?.lastInitiationTime ?? ""),
      `${family} was initiated earlier than before`,
    );
    if (is?.phase === "Completed") {
      rule((is.lastCompletionTime ?? "") >= (is.lastInitiationTime ?? ""), `${family} completed before it began`);
    }
    if ((is?.pendingWorkersRollouts?.length ?? 0) > 0) {
      rule(
        is?.phase === "PreparingWithoutWorkersRollout" || is?.phase === "WaitingForWorkersRollout",
        `${family} has pending pools in ${is?.phase}`,
      );
    }
  }
  return faults;
}

function watchInvariants(garden: TestLandscape): { readonly faults: string[]; readonly seen: { writes: number } } {
  const latest = new Map<string, Shoot>();
  const faults: string[] = [];
  const seen = { writes: 0 };
  garden.api.watch<Shoot>({ resource: shoots }, ({ type, object }) => {
    const key = `${object.metadata.namespace}/${object.metadata.name}`;
    const before = latest.get(key);
    latest.set(key, object);
    if (type !== "MODIFIED" || !before || !names.includes(key)) return;
    seen.writes += 1;
    faults.push(...broken(before, object).map((fault) => `${key}: ${fault}`));
  });
  return { faults, seen };
}

describe("whatever is asked of the controllers", () => {
  it.each([1, 2, 3, 4, 5, 6])("every write keeps the rules of rotation and operation (seed %i)", async (seed) => {
    const garden = startTestLandscape({ seed });
    const random = createRandom(seed, "requests");
    const invariants = watchInvariants(garden);
    for (let request = 0; request < 60; request += 1) {
      const [namespace = "", name = ""] = random.pick(names).split("/");
      const failed = garden.shoot(namespace, name)?.status?.lastOperation?.state === "Failed";
      const operation = failed ? "retry" : random.pick(operations);
      const fault = random.pick(faults);
      try {
        garden.annotate(namespace, name, { "almanac.garden/fail": fault, "gardener.cloud/operation": operation });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // the API server may refuse; it may not break
      }
      await garden.pass(random.int(1, 14));
    }
    await garden.pass(60);
    await garden.stop();
    expect(invariants.faults).toEqual([]);
    expect(invariants.seen.writes).toBeGreaterThan(400);
    expect(garden.faults).toEqual([]);
  });
});
