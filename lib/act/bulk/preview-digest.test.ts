import { expect, test } from "vitest";
import { allowedPreview } from "../preview/act-preview.fixture.ts";
import { reconcileAct } from "./bulk-run.fixture.ts";
import { previewDigestOf } from "./preview-digest.ts";

const patch = {
  verb: "patch",
  body: { spec: { credentialsBindingName: "account" } },
  kubectl: "kubectl patch",
} as const;
const create = { verb: "create", body: { kind: "CredentialsBinding" }, kubectl: "kubectl create" } as const;
const substanceOf = (request: Parameters<typeof allowedPreview>[0]) =>
  previewDigestOf(allowedPreview(request), reconcileAct).substance;

test("what an earlier cluster of a run has created already does not change what was confirmed", () => {
  expect(substanceOf({ request: [patch] })).toBe(substanceOf({ request: [create, patch] }));
});

test("another change of the cluster is another effect", () => {
  const other = { ...patch, body: { spec: { credentialsBindingName: "other" } } };
  expect(substanceOf({ request: [create, other] })).not.toBe(substanceOf({ request: [create, patch] }));
});

test("a garden that is newer than the rules is no caution of each cluster, and a gardenlet that is newer is one", () => {
  const warning = (id: string) => ({ id, verdict: "warn" as const, sentence: `${id} is newer`, enforced: false });
  const checks = [warning("rules"), warning("gardenlet-rules")];
  expect(previewDigestOf(allowedPreview({ checks }), reconcileAct).cautions).toEqual(["gardenlet-rules is newer"]);
});
