import { describe, expect, test } from "vitest";
import { cleanupPlan } from "#lib/policy/deletion/cleanup-plan.ts";
import { operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import {
  actOfCleanupForm,
  annotationsWithCleanupForm,
  type CleanupForm,
  cleanupFormOf,
  isSameCleanupForm,
  validateCleanupPeriod,
} from "./cleanup-form.ts";

const none: CleanupForm = { webhooks: "", extendedApis: "", kubernetesResources: "", skip: false };
const webhooks = "shoot.gardener.cloud/cleanup-webhooks-finalize-grace-period-seconds";
const skip = "shoot.gardener.cloud/skip-cleanup";

describe("the overrides that a cluster carries", () => {
  test("are none without annotations", () => {
    expect(cleanupFormOf(operationShootWith())).toEqual(none);
  });

  test("are shown verbatim, and skipping by presence alone", () => {
    const shoot = operationShootWith({ metadata: { annotations: { [webhooks]: "soon", [skip]: "false" } } });
    expect(cleanupFormOf(shoot)).toEqual({ ...none, webhooks: "soon", skip: true });
  });
});

describe("a waiting time", () => {
  test.each([
    ["webhooks", "", {}],
    ["webhooks", "60", {}],
    ["webhooks", " 60 ", {}],
    ["webhooks", "300", { hint: expect.stringContaining("ignores it") }],
    ["webhooks", "-1", { fault: expect.stringContaining("from 0 on") }],
    ["webhooks", "1.5", { fault: expect.anything() }],
    ["webhooks", "60s", { fault: expect.anything() }],
    ["webhooks", "99999999999", { fault: expect.anything() }],
    ["extendedApis", "3599", {}],
    ["kubernetesResources", "600", { hint: expect.stringContaining("snapshots only") }],
    ["kubernetesResources", "0", { hint: expect.stringContaining("at once") }],
  ] as const)("of %s %j", (name, text, verdict) => {
    expect(validateCleanupPeriod(name, text)).toEqual(verdict);
  });

  test("that is called ignored changes nothing of the plan", () => {
    const ignored = annotationsWithCleanupForm(
      {},
      { ...none, webhooks: "300", extendedApis: "3600", kubernetesResources: "3600" },
    );
    expect(cleanupPlan(ignored)).toEqual(cleanupPlan({}));
  });
});

describe("the act", () => {
  test("does nothing where nothing differs but blanks", () => {
    expect(actOfCleanupForm({ ...none, webhooks: " " }, none)).toBeUndefined();
    expect(isSameCleanupForm({ ...none, webhooks: "60 " }, { ...none, webhooks: "60" })).toBe(true);
  });

  test("sets what is new and takes away what is empty, and nothing else", () => {
    const before = { ...none, webhooks: "60", extendedApis: "100", skip: true };
    expect(actOfCleanupForm({ ...before, webhooks: "", kubernetesResources: "30", skip: false }, before)).toEqual({
      kind: "change",
      about: "deletion-clean-up",
      patch: {
        metadata: {
          annotations: {
            [webhooks]: null,
            "shoot.gardener.cloud/cleanup-kubernetes-resources-finalize-grace-period-seconds": "30",
            [skip]: null,
          },
        },
      },
    });
  });
});

test("other annotations stay in what the plan is made of", () => {
  expect(annotationsWithCleanupForm({ note: "x", [webhooks]: "60" }, none)).toEqual({ note: "x" });
});
