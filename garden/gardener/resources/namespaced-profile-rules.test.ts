import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cloudProfileWith,
  createSmallGarden,
  projectNamespace,
  rejectionStatusOf,
} from "#garden/testing/small-garden.fixture.ts";
import type { CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { namespacedCloudProfiles } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { findNamespacedProfileErrors } from "#lib/policy/profiles/find-namespaced-profile-errors.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";

const now = new Date("2026-03-01T10:00:00Z");
const cri = [{ name: "containerd" }];
const dates = ["2026-02-01T00:00:00Z", "2026-02-20T00:00:00Z", "2026-09-01T00:00:00Z", "2027-09-01T00:00:00Z"];
const parent: CloudProfileSpec = {
  kubernetes: { versions: [{ version: "1.33.2", expirationDate: dates[2] ?? null }, { version: "1.34.1" }] },
  machineImages: ["gardenlinux", "flatcar"].map((name) => ({
    name,
    updateStrategy: "major",
    versions: ["1.0.0", "2.0.0"].map((version) => ({ version, cri, architectures: ["amd64"] })),
  })),
  machineTypes: [{ name: "m", architecture: "amd64", usable: true }],
};

type Spec = NamespacedCloudProfile["spec"];

const date = fc.option(fc.constantFrom(...dates), { nil: undefined, freq: 6 });
const expirationDate = date.map((at) => (at === undefined ? {} : { expirationDate: at }));
const kubernetesVersion = fc
  .tuple(fc.constantFrom("1.33.2", "1.33.2", "1.34.1", "1.30.0"), expirationDate, fc.boolean())
  .map(([version, end, isClassified]) => ({ version, ...end, ...(isClassified && { classification: "deprecated" }) }));
const imageVersion = fc
  .tuple(fc.constantFrom("1.0.0", "2.0.0", "3.0.0"), expirationDate, fc.boolean())
  .map(([version, end, isWhole]) => ({ version, ...end, ...(isWhole && { cri, architectures: ["amd64"] }) }));
const image = fc.record(
  {
    name: fc.constantFrom("gardenlinux", "flatcar", "own"),
    versions: fc.array(imageVersion, { maxLength: 2 }),
    updateStrategy: fc.constantFrom("patch", "best"),
  },
  { requiredKeys: ["name", "versions"] },
);
const specs: fc.Arbitrary<Spec> = fc
  .record(
    {
      kubernetes: fc.record({ versions: fc.array(kubernetesVersion, { maxLength: 2 }) }),
      machineImages: fc.array(image, { maxLength: 2 }),
      limits: fc.record({ maxNodesTotal: fc.constantFrom(0, 5) }),
    },
    { requiredKeys: [] },
  )
  .map((own) => ({ parent: { kind: "CloudProfile", name: "meadow" }, ...own }));

const own = { resource: namespacedCloudProfiles, namespace: projectNamespace, name: "own" };
const view = profileAdmissionContextAt(now.getTime());

test("a NamespacedCloudProfile is refused by the garden exactly where the rules foresee it, and else stored as written", () => {
  const outcomes = { refused: 0, stored: 0 };
  fc.assert(
    fc.property(fc.array(specs, { minLength: 1, maxLength: 3 }), (wishes) => {
      const { api } = createSmallGarden(now, [cloudProfileWith(parent)]);
      for (const after of wishes) {
        const before = api.get<NamespacedCloudProfile>(own);
        const errors = findNamespacedProfileErrors({ before, after, parent, refused: [] }, view);
        const object = { metadata: { name: "own", namespace: projectNamespace }, spec: after };
        const status = rejectionStatusOf(() =>
          before === undefined
            ? api.create<NamespacedCloudProfile>(own, object)
            : api.update<NamespacedCloudProfile>(own, { ...before, spec: after }),
        );
        const facts = JSON.stringify({ errors, status: status?.message });
        if (status === undefined) {
          outcomes.stored += 1;
          const isWritten = semanticallyEqual(api.get<NamespacedCloudProfile>(own)?.spec, after);
          expect(errors.length === 0, facts).toBe(isWritten);
        } else {
          outcomes.refused += 1;
          expect(errors, facts).not.toEqual([]);
        }
      }
    }),
    { numRuns: caseCount(150, 3_000) },
  );
  expect(Math.min(outcomes.refused, outcomes.stored)).toBeGreaterThan(10);
});
