import { describe, expect, test } from "vitest";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { accessRulesOfOperation, operationCatalogue } from "./catalogue.ts";
import { isForbiddenWhenHibernated } from "./static-checks.ts";
import { annotationOperations, catalogueEntryOfOperation, mustBeSoleOperation, operationIds } from "./vocabulary.ts";
import { isOperationKnownToRelease } from "./vocabulary-of-release.ts";

const minors = Array.from({ length: 51 }, (_, index) => 100 + index);

/** Gardener minor versions that support an operation, if not all do: `from` inclusive, `below` exclusive. */
const releasesOf: ReadonlyMap<string, { readonly from?: number; readonly below?: number }> = new Map([
  ["force-in-place-update", { from: 118 }],
  ["rotate-credentials-start-without-workers-rollout", { from: 112 }],
  ["rotate-ca-start-without-workers-rollout", { from: 112 }],
  ["rotate-serviceaccount-key-start-without-workers-rollout", { from: 112 }],
  ["rotate-etcd-encryption-key", { from: 128 }],
  ["rotate-kubeconfig-credentials", { below: 114 }],
  ["rotate-rollout-workers", { from: 112 }],
  ["rollout-workers", { from: 132 }],
]);

describe("the catalogue of operations", () => {
  test("has every operation with a right to ask for", () => {
    expect(operationIds).toHaveLength(32);
    for (const id of operationIds) expect(accessRulesOfOperation(id).length).toBeGreaterThan(0);
  });

  test.each(annotationOperations)("%s is known to the releases that have it", (id) => {
    const { from = 0, below = Number.POSITIVE_INFINITY } = releasesOf.get(id) ?? {};
    const known = minors.filter((minor) =>
      isOperationKnownToRelease(id, gardenerRulesOfRelease({ minor, patch: 0, dev: false })),
    );
    expect(known).toEqual(minors.filter((minor) => minor >= from && minor < below));
  });

  test("lets everything share its annotation but three", () => {
    expect(annotationOperations.filter(mustBeSoleOperation)).toEqual(["retry", "maintain", "force-in-place-update"]);
  });

  test.each(annotationOperations)("%s is read with its pools where it takes some", (id) => {
    expect(catalogueEntryOfOperation(id)).toBe(operationCatalogue[id]);
    expect(catalogueEntryOfOperation(`${id}=a,b`)).toBe(
      operationCatalogue[id].pools ? operationCatalogue[id] : undefined,
    );
  });

  test("certificate authorities, SSH and observability may be rotated in sleep, the others not", () => {
    const rotations = annotationOperations.filter((id) => operationCatalogue[id].step !== "none");
    const allowed = rotations.filter((id) => !isForbiddenWhenHibernated(id));
    expect(allowed).toEqual([
      "rotate-ca-start",
      "rotate-ca-start-without-workers-rollout",
      "rotate-ca-complete",
      "rotate-ssh-keypair",
      "rotate-observability-credentials",
      "rotate-kubeconfig-credentials",
    ]);
  });
});
