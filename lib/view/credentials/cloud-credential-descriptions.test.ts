import { expect, test } from "vitest";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import {
  describeCredentialsAdoption as describeAdoption,
  describeBinding,
  describeUncountedClusters,
  describeUnknownCredentialChange,
} from "./cloud-credential-descriptions.ts";

const cluster = (uptake: CloudCredentials["clusters"][number]["uptake"]) => ({
  uid: "u",
  project: "p",
  name: "n",
  uptake,
});
const secret: CloudCredentials = {
  binding: { kind: "CredentialsBinding", name: "aws", namespace: "garden-p" },
  credentials: { kind: "Secret", name: "aws", namespace: "garden-p" },
  changedAt: "2026-11-01T10:00:00Z",
  clusters: [cluster("uses-new"), cluster("waits"), cluster("failed")],
  upToDate: 1,
  mayDisableOld: false,
  mayBeMore: false,
  unreadProjects: [],
};

const describeCredentialsAdoption = (data: CloudCredentials) =>
  describeAdoption({ ...data, total: data.clusters.length });

test("of no cluster nothing is said to have been reconciled", () => {
  const none = { ...secret, clusters: [], upToDate: 0, mayDisableOld: true };
  expect(describeCredentialsAdoption(none)).toBe("No cluster uses them.");
  expect(describeCredentialsAdoption({ ...none, mayBeMore: true })).toBe("No cluster that you can see uses them.");
});

test("as long as one cluster was not reconciled, it is said for how many to wait", () => {
  expect(describeCredentialsAdoption(secret)).toMatch(/^2 of 3 not known to use the new ones: keep both valid\.$/);
});

test("only when all have the new ones may the old ones be switched off, and the unseen are named", () => {
  const done = { ...secret, upToDate: 3, mayDisableOld: true };
  expect(describeCredentialsAdoption(done)).toBe(
    "All 3 clusters have been reconciled since the change: the old ones may be switched off.",
  );
  expect(describeUncountedClusters(done)).toBeUndefined();
  const partly = { ...done, mayBeMore: true };
  expect(describeCredentialsAdoption(partly)).toMatch(/^All 3 clusters that you can see .* if no other uses them\.$/);
  expect(describeUncountedClusters(partly)).toMatch(/^There may be more: a project that you do not see/);
  expect(describeUncountedClusters({ ...partly, hasUnreadBindings: true })).toMatch(/only the first 10,000 bindings/);
  expect(describeUncountedClusters({ ...partly, unreadProjects: ["ml"] })).toMatch(
    /^There may be more: the bindings of ml/,
  );
});

test("without a known change nothing is called safe", () => {
  const { changedAt: _, ...rest } = secret;
  expect(describeCredentialsAdoption({ ...rest, changeUnknown: "forbidden" })).toMatch(
    /^After an exchange, reconcile every/,
  );
  expect(describeUnknownCredentialChange("forbidden")).toContain("you are not allowed to read it");
});

test("a binding is named with what it leads to, or why that is not known", () => {
  expect(describeBinding(secret)).toBe("The CredentialsBinding aws leads to the Secret aws.");
  const shared = { ...secret, credentials: { kind: "Secret", name: "aws", namespace: "garden-core" } };
  expect(describeBinding(shared)).toContain("in the namespace garden-core");
  const { credentials: _, ...unread } = secret;
  expect(describeBinding({ ...unread, unread: "forbidden" })).toContain("You are not allowed to see it.");
});
