import { describe, expect, test } from "vitest";
import type { CloudCredentialsBindings } from "#lib/policy/rotations/cloud-credentials.ts";
import { parameterlessActs } from "../acts-at-once.ts";
import { composePreview } from "../preview/compose-preview.ts";
import { evaluateAct } from "./evaluate-act.ts";
import { planAct } from "./plan-act.ts";
import { actShoot, samplePreviewInput } from "./preview-input.fixture.ts";

const { act } = parameterlessActs["migrate-binding"];
const namespace = "garden-pay";
const { credentialsBindingName: _, ...spec } = actShoot().spec;
const shoot = actShoot();
const old = { ...shoot, spec: { ...spec, secretBindingName: "cloud" } };
const secretRef = { name: "key", namespace };
const secretBindings = [{ metadata: { name: "cloud", namespace }, secretRef }];
const toSameSecret = {
  ...{ metadata: { name: "cloud", namespace }, provider: { type: "aws" } },
  credentialsRef: { apiVersion: "v1", kind: "Secret", ...secretRef },
};

function outcomeOf(of: typeof shoot, bindings: CloudCredentialsBindings | undefined): unknown {
  const plan = planAct(of, act, {}, bindings);
  return plan.ok ? plan.value.steps.map(({ verb }) => verb) : plan.error.code;
}

describe("the move to a CredentialsBinding", () => {
  test.each<[string, typeof shoot, CloudCredentialsBindings | undefined, unknown]>([
    ["is one change", old, { secretBindings, credentialsBindings: [toSameSecret] }, ["patch"]],
    ["creates what is missing first", old, { secretBindings, credentialsBindings: [] }, ["create", "patch"]],
    ["needs a SecretBinding", shoot, { secretBindings, credentialsBindings: [] }, "no-secret-binding"],
    ["needs one that exists", old, { secretBindings: [], credentialsBindings: [] }, "secret-binding-missing"],
    ["needs the right to list them", old, undefined, "bindings-unreadable"],
  ])("%s", (_name, of, bindings, outcome) => {
    expect(outcomeOf(of, bindings)).toEqual(outcome);
  });

  test.each(["healthy", "unhealthy"] as const)(
    "costs a tick, and no typing, for a %s cluster in production",
    (health) => {
      const before = { ...old, spec: { ...old.spec, purpose: "production" } };
      const planned = planAct(before, act, {}, { secretBindings, credentialsBindings: [toSameSecret] });
      const world = samplePreviewInput(act, before, { health, planned });
      const preview = composePreview(world, evaluateAct(world), { verdict: "not-run", causes: [], warnings: [] });
      expect(preview.friction).toEqual({
        tier: "dialog",
        consequences: [expect.objectContaining({ id: "no-secret-binding-again" })],
      });
    },
  );
});
