import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import { applyDraftEdits, type DraftChange, type DraftPath } from "./draft-document.ts";
import {
  editForNewDataVolume,
  editOfSetting,
  editsForDataVolumeName,
  editsForDnsCredentials,
  editsForRemovedDataVolume,
  keyValuesAt,
  namesInText,
  numberOrPercent,
} from "./setting-edits.ts";

const pool: DraftPath = ["spec", "provider", "workers", 0];
const text = `metadata:
  name: ash
  labels:
    team: blue # who is asked
spec:
  kubernetes:
    version: 1.34.2
    kubeAPIServer:
      auditConfig:
        auditPolicy:
          configMapRef:
            name: policy
  provider:
    type: aws
    workers:
      - name: worker-1
        # Only for batch jobs
        taints:
          - key: a
            effect: NoSchedule
          - key: b # the second
            effect: NoExecute
        dataVolumes:
          - name: fast
            size: 50Gi
        kubeletDataVolumeName: fast
`;
const draft = parse(text);
const edited = (edits: readonly DraftChange[]) => applyDraftEdits(text, edits);
const shootAfter = (edits: readonly DraftChange[]) => parse(edited(edits));

describe("a setting that is removed", () => {
  test("takes the blocks with it that would be empty, and no other", () => {
    const path = ["spec", "kubernetes", "kubeAPIServer", "auditConfig", "auditPolicy", "configMapRef", "name"] as const;
    const { spec } = shootAfter([editOfSetting(draft, path, undefined)]);
    expect(spec).toEqual({ ...draft.spec, kubernetes: { version: "1.34.2" } });
  });

  test("takes its list with it as the last row only, and other rows keep their comments", () => {
    const written = edited([editOfSetting(draft, [...pool, "taints", 0], undefined)]);
    expect(parse(written).spec.provider.workers[0].taints).toEqual([{ key: "b", effect: "NoExecute" }]);
    expect(written).toContain("key: b # the second");
    const last = editOfSetting(parse(written), [...pool, "taints", 0], undefined);
    expect(last).toEqual({ path: [...pool, "taints"], value: undefined });
  });

  test("that is not there changes nothing", () => {
    expect(edited([editOfSetting(draft, [...pool, "labels", "team"], undefined)])).toBe(text);
  });
});

test("an edit of one setting changes only its own path, and leaves all comments, for any setting and value", () => {
  const paths: readonly DraftPath[] = [
    ["metadata", "labels", "example.org/tier"],
    ["spec", "dns", "providers", 0, "type"],
    ["spec", "seedSelector", "matchLabels", "a"],
    ["spec", "tolerations", 0, "key"],
    ["spec", "kubernetes", "kubelet", "maxPods"],
    [...pool, "labels", "a.b/c"],
    [...pool, "taints", 2],
    [...pool, "cri", "containerRuntimes", 0],
    [...pool, "dataVolumes", 1],
    [...pool, "kubernetes", "kubelet", "evictionHard", "memoryAvailable"],
  ];
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.record({ key: fc.string() }));
  fc.assert(
    fc.property(fc.constantFrom(...paths), value, (path, wanted) => {
      const written = edited([editOfSetting(draft, path, wanted)]);
      for (const comment of text.matchAll(/#.*/g)) expect(written).toContain(comment[0]);
      const after = parse(written);
      expect(path.reduce((at, step) => at[step], after)).toEqual(wanted);
      const back = applyDraftEdits(written, [editOfSetting(after, path, undefined)]);
      expect(parse(back)).toEqual(draft);
    }),
    { seed: 20_261_130, numRuns: 100 },
  );
});

describe("the entries of a map", () => {
  test("are read in their order, as they are written", () => {
    const labels = { metadata: { labels: { b: "1", a: "", c: 3 } } };
    expect(keyValuesAt(labels, ["metadata", "labels"])).toEqual([
      { key: "b", value: "1" },
      { key: "a", value: "" },
      { key: "c", value: "3" },
    ]);
    expect(keyValuesAt(labels, ["metadata", "annotations"])).toEqual([]);
  });

  test("keep place, value and comment under another key", () => {
    const labels = formatYaml({ labels: { first: "1", second: "2" } }).replace("first: ", "first: # mine\n    ");
    const written = applyDraftEdits(labels, [{ path: ["labels", "first"], name: "zeroth" }]);
    expect(Object.entries(parse(written).labels)).toEqual([
      ["zeroth", "1"],
      ["second", "2"],
    ]);
    expect(written).toContain("# mine");
  });

  test("never replace each other", () => {
    const labels = formatYaml({ labels: { a: "1", b: "2" } });
    expect(applyDraftEdits(labels, [{ path: ["labels", "a"], name: "b" }])).toBe(labels);
    expect(applyDraftEdits(labels, [{ path: ["labels", "c"], name: "d" }])).toBe(labels);
  });
});

describe("a data volume", () => {
  test("is added under a free name, with the size and type that are proposed", () => {
    const { dataVolumes } = shootAfter([editForNewDataVolume(draft, pool, "gp3")]).spec.provider.workers[0];
    expect(dataVolumes).toEqual([
      { name: "fast", size: "50Gi" },
      { name: "data-2", type: "gp3", size: "50Gi" },
    ]);
  });

  test("stays the volume of the kubelet under another name, and is not when it is gone", () => {
    const [renamed] = shootAfter(editsForDataVolumeName(draft, pool, { index: 0, name: "quick" })).spec.provider
      .workers;
    expect(renamed).toMatchObject({ dataVolumes: [{ name: "quick" }], kubeletDataVolumeName: "quick" });
    const [without] = shootAfter(editsForRemovedDataVolume(draft, pool, 0)).spec.provider.workers;
    expect(without).not.toHaveProperty("dataVolumes");
    expect(without).not.toHaveProperty("kubeletDataVolumeName");
  });
});

describe("the credentials of a DNS provider", () => {
  const provider: DraftPath = ["spec", "dns", "providers", 0];
  const providerAfter = (given: object, credentials: Parameters<typeof editsForDnsCredentials>[2]) => {
    const shoot = { spec: { dns: { providers: [{ type: "aws-route53", ...given }] } } };
    const written = applyDraftEdits(formatYaml(shoot), editsForDnsCredentials(shoot, provider, credentials));
    return parse(written).spec.dns.providers[0];
  };
  const secret = { apiVersion: "v1", kind: "Secret", name: "dns" };

  test("are a Secret, unless the draft names another kind", () => {
    expect(providerAfter({}, { name: "dns", knowsReference: true })).toEqual({
      type: "aws-route53",
      credentialsRef: secret,
    });
    const identity = { apiVersion: "security.gardener.cloud/v1alpha1", kind: "WorkloadIdentity", name: "old" };
    expect(providerAfter({ credentialsRef: identity }, { name: "new", knowsReference: true }).credentialsRef).toEqual({
      ...identity,
      name: "new",
    });
  });

  test("have the older field with equal name where it is set, and alone where the garden knows no other", () => {
    const both = providerAfter({ secretName: "old", credentialsRef: secret }, { name: "new", knowsReference: true });
    expect(both).toMatchObject({ secretName: "new", credentialsRef: { name: "new" } });
    expect(providerAfter({}, { name: "dns", knowsReference: false })).toEqual({
      type: "aws-route53",
      secretName: "dns",
    });
  });

  test("are removed without a name", () => {
    const given = { secretName: "dns", credentialsRef: secret };
    expect(providerAfter(given, { name: "", knowsReference: true })).toEqual({ type: "aws-route53" });
  });
});

test.each([
  ["", undefined],
  ["2", 2],
  [" 25% ", "25%"],
  ["some", "some"],
] as const)("the amount %j is written as %j", (typed, amount) => {
  expect(numberOrPercent(typed)).toBe(amount);
});

test("names are separated by spaces or commas", () => {
  expect(namesInText(" a, b  c ")).toEqual(["a", "b", "c"]);
  expect(namesInText(" ,")).toBeUndefined();
});
