import { describe, expect, test } from "vitest";
import type { CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { findNamespacedProfileErrors, type NamespacedProfileChange } from "./find-namespaced-profile-errors.ts";
import { changedGuardedFields } from "./guarded-fields.ts";
import { profileAdmissionContextAt } from "./validate-profile.ts";

type Spec = NamespacedCloudProfile["spec"];

const now = Date.parse("2026-03-01T10:00:00Z");
const view = profileAdmissionContextAt(now);
const cri = [{ name: "containerd" }];
const [past, future] = ["2026-02-01T00:00:00Z", "2026-09-01T00:00:00Z"];
const parent: CloudProfileSpec = {
  kubernetes: { versions: [{ version: "1.33.2", expirationDate: "2026-04-01T00:00:00Z" }, { version: "1.34.1" }] },
  machineImages: [
    { name: "gardenlinux", updateStrategy: "major", versions: [{ version: "1.0.0", cri, architectures: ["amd64"] }] },
  ],
  machineTypes: [{ name: "m", architecture: "amd64", usable: true }],
};
const reference = { kind: "CloudProfile", name: "meadow" };
const specWith = (own: Partial<Spec>): Spec => ({ parent: reference, ...own });
const kubernetes = (version: string, expirationDate?: string) => ({
  kubernetes: { versions: [{ version, ...(expirationDate !== undefined && { expirationDate }) }] },
});
const image = (versions: NonNullable<Spec["machineImages"]>[number]["versions"], name = "gardenlinux") => ({
  machineImages: [{ name, versions: versions ?? [] }],
});

function errorsOf(own: Partial<Spec>, change: Partial<NamespacedProfileChange> = {}): readonly string[] {
  const all = { before: undefined, after: specWith(own), parent, refused: [], ...change };
  return findNamespacedProfileErrors(all, view).map(({ code, path }) => `${code} ${path}`);
}

describe("a NamespacedCloudProfile", () => {
  test.each<[string, Partial<Spec>]>([
    ["changes nothing", {}],
    ["postpones the end of a Kubernetes version", kubernetes("1.33.2", future)],
    ["sets the end of an image version", image([{ version: "1.0.0", expirationDate: future }])],
    ["adds an image version like the parent's own", image([{ version: "2.0.0", cri, architectures: ["amd64"] }])],
    ["adds a machine type", { machineTypes: [{ name: "gpu", architecture: "amd64" }] }],
    ["lowers the limit of nodes", { limits: { maxNodesTotal: 3 } }],
  ])("that %s is accepted", (_what, own) => {
    expect(errorsOf(own)).toEqual([]);
  });

  test.each<[string, Partial<Spec>, string]>([
    [
      "a version that the parent lacks",
      kubernetes("1.30.0", future),
      "NOT_IN_PARENT spec.kubernetes.versions[0].version",
    ],
    ["no end", kubernetes("1.33.2"), "EXPIRATION_REQUIRED spec.kubernetes.versions[0].expirationDate"],
    [
      "an end in the past, which is dropped",
      kubernetes("1.33.2", past),
      "ENTRY_DROPPED spec.kubernetes.versions[0].expirationDate",
    ],
    [
      "an end of the latest version",
      kubernetes("1.34.1", future),
      "LATEST_EXPIRES spec.kubernetes.versions[0].expirationDate",
    ],
    [
      "a classification",
      { kubernetes: { versions: [{ version: "1.33.2", classification: "deprecated", expirationDate: future }] } },
      "CLASSIFICATION_FORBIDDEN spec.kubernetes.versions[0].classification",
    ],
    [
      "a version twice",
      { kubernetes: { versions: [1, 2].map(() => ({ version: "1.33.2", expirationDate: future })) } },
      "VERSION_DUPLICATE spec.kubernetes.versions[1].version",
    ],
    [
      "more than the end of an image version of the parent",
      image([{ version: "1.0.0", expirationDate: future, architectures: ["arm64"] }]),
      "OVERRIDE_FORBIDDEN spec.machineImages[0].versions[0].architectures",
    ],
    [
      "an image without a strategy, of which only the merged profile tells",
      image([{ version: "1.0.0", cri, architectures: ["amd64"] }], "own"),
      "VALUE_REQUIRED spec.machineImages[0].updateStrategy",
    ],
    [
      "capabilities that the parent does not define",
      { machineTypes: [{ name: "a" }, { name: "b", storage: { class: "fast" } }] },
      "STORAGE_SIZES spec.machineTypes[1].storage",
    ],
    ["an image without versions, which is dropped", image([]), "VALUE_REQUIRED spec.machineImages[0].versions"],
    ["a limit that is none", { limits: { maxNodesTotal: 0 } }, "MAX_NODES_NOT_POSITIVE spec.limits.maxNodesTotal"],
  ])("with %s is refused at the field", (_what, own, error) => {
    expect(errorsOf(own)).toContain(error);
  });

  test("keeps its parent", () => {
    const before = { spec: specWith({}) };
    const after = { parent: { ...reference, name: "valley" } };
    expect(errorsOf({}, { before, after })).toEqual(["PARENT_FIXED spec.parent"]);
  });

  test("keeps an end that has passed, and gets no other one in the past", () => {
    const status = { cloudProfileSpec: { kubernetes: { versions: [{ version: "1.33.2", expirationDate: past }] } } };
    const before = { spec: specWith(kubernetes("1.33.2", past)), status };
    expect(errorsOf(kubernetes("1.33.2", past), { before })).toEqual([]);
    expect(errorsOf(kubernetes("1.33.2", "2026-02-02T00:00:00Z"), { before })).toEqual([
      "EXPIRATION_IN_PAST spec.kubernetes.versions[0].expirationDate",
    ]);
  });

  test("is refused where a role lacks the verb for a part that changes, and only there", () => {
    const own = kubernetes("1.33.2", future);
    const refused = ["kubernetes", "machineImages"] as const;
    expect(errorsOf(own, { refused })).toEqual(["VERB_MISSING spec.kubernetes"]);
    expect(errorsOf(own, { refused, before: { spec: specWith(own) } })).toEqual([]);
  });
});

test("a part that is guarded changes when it is set, changed or removed, not when it is empty", () => {
  const own = kubernetes("1.33.2", future);
  expect(changedGuardedFields(undefined, own)).toEqual(["kubernetes"]);
  expect(changedGuardedFields(own, {})).toEqual(["kubernetes"]);
  expect(changedGuardedFields(undefined, { machineImages: [] })).toEqual([]);
  expect(changedGuardedFields({ providerConfig: { a: 1 } }, { providerConfig: { a: 2 } })).toEqual(["providerConfig"]);
});
