import { describe, expect, test } from "vitest";
import { rulesAt } from "#lib/policy/editions/edition-rules.ts";
import { accessOf, operationCatalogue } from "./catalogue.ts";
import { isForbiddenWhenHibernated } from "./static-checks.ts";
import { annotationOperations, operationIds, soleOperations } from "./vocabulary.ts";
import { isInVocabulary } from "./vocabulary-of-release.ts";

const minors = Array.from({ length: 51 }, (_, index) => 100 + index);

describe("the catalogue of operations", () => {
  test("has every operation under its own id, with a right to ask for", () => {
    for (const id of operationIds) {
      expect(operationCatalogue[id].id).toBe(id);
      expect(accessOf(id).length).toBeGreaterThan(0);
    }
  });

  test.each(annotationOperations)("%s is known to the releases that the catalogue names", (id) => {
    const { from = 0, below = Number.POSITIVE_INFINITY } = operationCatalogue[id].gardener ?? {};
    const known = minors.filter((minor) => isInVocabulary(id, rulesAt({ minor, patch: 0, dev: false })));
    expect(known).toEqual(minors.filter((minor) => minor >= from && minor < below));
  });

  test("calls parallel what need not stand alone, and plans nothing else", () => {
    for (const id of annotationOperations) {
      expect({ id, parallel: operationCatalogue[id].parallel }).toEqual({ id, parallel: !soleOperations.has(id) });
      expect(operationCatalogue[id].schedulable).toBe(!soleOperations.has(id));
    }
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
