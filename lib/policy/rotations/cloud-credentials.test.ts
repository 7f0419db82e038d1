import { describe, expect, test } from "vitest";
import type { LastOperation } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import {
  type CloudCredentialsBindings,
  createCloudCredentialsFinder,
  credentialsRollover,
  shootsSharingCredentials,
} from "./cloud-credentials.ts";

function shoot(name: string, binding: Partial<Shoot["spec"]>, lastOperation: LastOperation | null = null): Shoot {
  return {
    metadata: { name, namespace: "garden-pay" },
    spec: { kubernetes: { version: "1.33.2" }, provider: { type: "aws" }, ...binding },
    status: { lastOperation },
  };
}

const ref = { name: "cloud", namespace: "garden-pay" };
const bindings: CloudCredentialsBindings = {
  secretBindings: [
    { metadata: { name: "old", namespace: "garden-pay" }, secretRef: ref },
    { metadata: { name: "old", namespace: "garden-other" }, secretRef: { name: "theirs", namespace: "garden-other" } },
  ],
  credentialsBindings: [
    { metadata: { name: "new", namespace: "garden-pay" }, credentialsRef: { kind: "Secret", ...ref } },
    { metadata: { name: "wi", namespace: "garden-pay" }, credentialsRef: { kind: "WorkloadIdentity", ...ref } },
  ],
};

describe("the cloud credentials of a Shoot", () => {
  test("are found through either kind of binding in its own namespace", () => {
    const secret = { kind: "Secret", ...ref };
    const credentialsOf = createCloudCredentialsFinder(bindings);
    expect(credentialsOf(shoot("a", { secretBindingName: "old" }))).toEqual(secret);
    expect(credentialsOf(shoot("b", { credentialsBindingName: "new" }))).toEqual(secret);
    expect(credentialsOf(shoot("c", {}))).toBeUndefined();
    expect(credentialsOf(shoot("d", { credentialsBindingName: "hidden" }))).toBeUndefined();
  });

  test("are shared across kinds of binding, but not with a WorkloadIdentity of the same name", () => {
    const shoots = [
      shoot("a", { secretBindingName: "old" }),
      shoot("b", { credentialsBindingName: "new" }),
      shoot("c", { credentialsBindingName: "wi" }),
    ];
    const sharing = shootsSharingCredentials({ kind: "Secret", ...ref }, shoots, bindings);
    expect(sharing.map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
  });
});

describe("new cloud credentials", () => {
  const changedAt = "2026-08-10T10:00:00Z";
  const ended = (state: string, lastUpdateTime: string) => shoot("x", {}, { type: "Reconcile", state, lastUpdateTime });

  test.each([
    {
      rule: "a success well after the change uses them",
      of: ended("Succeeded", "2026-08-10T10:30:00Z"),
      uptake: "uses-new",
    },
    {
      rule: "a success soon after may have begun before",
      of: ended("Succeeded", "2026-08-10T10:05:00Z"),
      uptake: "too-soon",
    },
    { rule: "a success before the change waits", of: ended("Succeeded", "2026-08-10T09:59:59Z"), uptake: "waits" },
    { rule: "a running operation waits", of: ended("Processing", "2026-08-10T11:00:00Z"), uptake: "waits" },
    { rule: "a failed one is said", of: ended("Failed", "2026-08-10T11:00:00Z"), uptake: "failed" },
    { rule: "without a time nothing is known", of: shoot("x", {}), uptake: "unknown" },
  ])("$rule", ({ of, uptake }) => {
    const rollover = credentialsRollover([of], changedAt);
    expect(rollover.shoots[0]?.uptake).toBe(uptake);
    expect(rollover.mayDisableOld).toBe(uptake === "uses-new");
  });

  test("keep the old ones needed while a single Shoot has not taken them", () => {
    const done = ended("Succeeded", "2026-08-10T12:00:00Z");
    expect(credentialsRollover([done, done], changedAt)).toMatchObject({ upToDate: 2, mayDisableOld: true });
    expect(credentialsRollover([done, shoot("y", {})], changedAt)).toMatchObject({ upToDate: 1, mayDisableOld: false });
  });
});
