import { describe, expect, test } from "vitest";
import { rebaseEdit } from "./follow-shoot.ts";
import { formatManifest, type Manifest, manifestOf } from "./manifest.ts";
import { formatMergePath } from "./merge-manifests.ts";
import { validateManifest } from "./validate-manifest.ts";

const shoot = (spec: object, annotations: object = {}) => ({
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "ledger", namespace: "garden-payments", annotations },
  spec,
});
const base = shoot({
  purpose: "testing",
  workers: [
    { name: "a", maximum: 3 },
    { name: "b", maximum: 3 },
  ],
});

function edit(text: string) {
  const { manifest } = validateManifest(text, { read: [base], schema: undefined });
  if (manifest === undefined) throw new Error("the text cannot be read");
  return { text, manifest, base };
}

function read(text: string): Manifest | undefined {
  return validateManifest(text, { read: [base], schema: undefined }).manifest;
}

describe("an edit is brought onto what the Shoot has become", () => {
  const mine = edit(formatManifest(base).replace("maximum: 3", "maximum: 5 # more"));

  test("what others changed elsewhere comes in, and comments stay", () => {
    const theirs = shoot({ ...base.spec, purpose: "production" }, { note: "hello" });
    const together = rebaseEdit(mine, theirs);
    expect(together.conflicts).toEqual([]);
    expect(together.taken).toEqual(["metadata.annotations.note", "spec.purpose"]);
    expect(together.text).toContain("maximum: 5 # more");
    const workers = [
      { name: "a", maximum: 5 },
      { name: "b", maximum: 3 },
    ];
    expect(read(together.text)).toEqual(manifestOf(shoot({ purpose: "production", workers }, { note: "hello" })));
  });

  test("lines that stand beside each other are brought together by field", () => {
    const theirs = shoot({
      ...base.spec,
      workers: [
        { name: "a", maximum: 3, minimum: 2 },
        { name: "b", maximum: 3 },
      ],
    });
    const { text, conflicts } = rebaseEdit(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(read(text)?.spec.workers).toEqual([
      { name: "a", maximum: 5, minimum: 2 },
      { name: "b", maximum: 3 },
    ]);
  });

  test.each([
    ["mine", 5],
    ["theirs", 9],
  ] as const)("a conflict is settled with %s", (side, maximum) => {
    const theirs = shoot({
      ...base.spec,
      workers: [
        { name: "a", maximum: 9 },
        { name: "b", maximum: 3 },
      ],
    });
    const { conflicts } = rebaseEdit(mine, theirs);
    expect(conflicts.map(({ path }) => formatMergePath(path))).toEqual(["spec.workers[a].maximum"]);
    const settled = rebaseEdit(mine, theirs, new Map([["spec.workers[a].maximum", side]]));
    expect(read(settled.text)?.spec.workers).toEqual([
      { name: "a", maximum },
      { name: "b", maximum: 3 },
    ]);
  });

  test("a text in which nothing was changed becomes what the Shoot is now", () => {
    const theirs = shoot({ purpose: "production" });
    expect(rebaseEdit(edit(formatManifest(base)), theirs).text).toBe(formatManifest(theirs));
  });

  test("what was saved from here is nobody else's change", () => {
    const theirs = shoot({
      ...base.spec,
      workers: [
        { name: "a", maximum: 5 },
        { name: "b", maximum: 3 },
      ],
    });
    expect(rebaseEdit(mine, theirs)).toMatchObject({ text: mine.text, conflicts: [], taken: [] });
  });
});
