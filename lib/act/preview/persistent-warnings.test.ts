import { expect, test } from "vitest";
import { isWarningAboutUnchangedField } from "./persistent-warnings.ts";

// Warnings recorded from an API server of Gardener 1.150 for 63 of 376 requests.
const addons =
  "you are setting the spec.addons field. The field is deprecated and will be forbidden starting with Kubernetes 1.35.";
const unknownField = 'unknown field "spec.kubernetes.kubelet.systemReserved"';
const set = { spec: { addons: { kubernetesDashboard: { enabled: true } }, purpose: "testing" } };

test.each([
  [
    "of a field that stays as it is stands",
    addons,
    { before: set, after: { spec: { ...set.spec, purpose: "production" } } },
    true,
  ],
  ["of a field that the change sets is about the change", addons, { before: { spec: {} }, after: set }, false],
  [
    "of a field that the change alters is about the change",
    addons,
    { before: set, after: { spec: { addons: {} } } },
    false,
  ],
  ["of a field that is in no cluster is about the change", unknownField, { before: set, after: set }, false],
  ["without a field is always said", "be careful", { before: set, after: set }, false],
])("a warning %s", (_rule, warning, change, stands) => {
  expect(isWarningAboutUnchangedField(warning, change)).toBe(stands);
});
