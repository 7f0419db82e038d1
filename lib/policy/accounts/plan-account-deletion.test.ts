import { expect, it } from "vitest";
import { planAccountDeletion } from "./plan-account-deletion.ts";

const unused = { credentialsKind: "Secret", isShared: false, otherBindings: 0, ownClusters: 0, allClusters: 0 };

it.each<[string, Partial<Parameters<typeof planAccountDeletion>[0]>, ReturnType<typeof planAccountDeletion>]>([
  ["an account that nothing uses goes with its Secret", {}, { kind: "with-credentials" }],
  ["a WorkloadIdentity goes, too", { credentialsKind: "WorkloadIdentity" }, { kind: "with-credentials" }],
  ["a cluster that names the binding holds it", { ownClusters: 1, allClusters: 1 }, { kind: "in-use", clusters: 1 }],
  ["a cluster that uses the Secret by another way holds it", { allClusters: 2 }, { kind: "in-use", clusters: 2 }],
  [
    "the Secret of another project stays, whoever uses it",
    { isShared: true, allClusters: 2 },
    { kind: "binding-only", why: "shared" },
  ],
  [
    "a Secret that another binding needs stays",
    { otherBindings: 1, allClusters: 2 },
    { kind: "binding-only", why: "other-binding" },
  ],
  ["an InternalSecret stays", { credentialsKind: "InternalSecret" }, { kind: "binding-only", why: "internal" }],
  [
    "a binding that leads to nothing goes alone",
    { credentialsKind: undefined },
    { kind: "binding-only", why: "no-credentials" },
  ],
])("%s", (_what, use, expected) => {
  expect(planAccountDeletion({ ...unused, ...use })).toEqual(expected);
});
