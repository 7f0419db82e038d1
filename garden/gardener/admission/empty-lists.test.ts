import { expect, test } from "vitest";
import { withoutEmptyLists } from "./empty-lists.ts";

test("a list that holds nothing goes, wherever it stands", () => {
  const spec = { hibernation: { enabled: true, schedules: [] }, provider: { workers: [{ name: "pool", taints: [] }] } };
  expect(withoutEmptyLists(spec)).toEqual({
    hibernation: { enabled: true },
    provider: { workers: [{ name: "pool" }] },
  });
});

test.each([
  ["what belongs to an extension", { provider: { infrastructureConfig: { zones: [] } } }],
  ["the list of kubeconfigs", { structuredAuthorization: { configMapName: "a", kubeconfigs: [] } }],
  ["what is empty and no list", { kubelet: {}, nodes: null, purpose: "" }],
])("%s stays as it is", (_what, spec) => {
  expect(withoutEmptyLists(spec)).toBe(spec);
});
