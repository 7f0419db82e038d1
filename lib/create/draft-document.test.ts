import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import { removeInDraft, renameInDraft, setInDraft } from "./draft-document.ts";

const draft = `# Cluster of the shop
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata:
  name: ash # as short as possible
spec:
  # Fields that no form knows
  exotic: { b: 1, a: "two" }
  provider:
    type: aws
    workers:
      - name: worker-1
        # Grows at night
        maximum: 3
        zones: [here-a]

  region: here
`;

const textOf = (result: ReturnType<typeof setInDraft>) => {
  if (!result.ok) throw new Error(result.error.map(({ message }) => message).join());
  return result.value;
};

describe("a field of the draft", () => {
  test("changes in its line, and everything else stays as it was written", () => {
    const pool = ["spec", "provider", "workers", 0] as const;
    const next = textOf(setInDraft(draft, [...pool, "maximum"], 5));
    expect(next).toBe(draft.replace("maximum: 3", "maximum: 5"));
    expect(textOf(setInDraft(next, ["metadata", "name"], "elm"))).toBe(
      draft.replace("maximum: 3", "maximum: 5").replace("name: ash #", "name: elm #"),
    );
  });

  test("changes even where lists are indented otherwise", () => {
    const wide = "spec:\n    pools:\n    -   name: a\n        zones: [x,  y]\n    -   name: b\n";
    const next = textOf(setInDraft(wide, ["spec", "pools", 1, "name"], "c"));
    expect(parse(next)).toEqual({ spec: { pools: [{ name: "a", zones: ["x", "y"] }, { name: "c" }] } });
  });

  test("leaves the text as it is if it has the value already", () => {
    expect(textOf(setInDraft(draft, ["spec", "region"], "here"))).toBe(draft);
    expect(textOf(setInDraft(draft, ["spec", "exotic"], { b: 1, a: "two" }))).toBe(draft);
    expect(textOf(removeInDraft(draft, ["spec", "purpose"]))).toBe(draft);
  });

  test("is added with its parents, also where a parent is empty", () => {
    const made = textOf(setInDraft(draft, ["spec", "maintenance", "timeWindow", "begin"], "220000+0000"));
    expect(parse(made).spec.maintenance).toEqual({ timeWindow: { begin: "220000+0000" } });
    expect(parse(textOf(setInDraft("spec:\n", ["spec", "tolerations", 0, "key"], "k")))).toEqual({
      spec: { tolerations: [{ key: "k" }] },
    });
  });

  test("is removed with its comment, and its neighbours keep theirs", () => {
    const next = textOf(removeInDraft(draft, ["spec", "provider", "workers", 0, "maximum"]));
    expect(parse(next).spec.provider.workers).toEqual([{ name: "worker-1", zones: ["here-a"] }]);
    expect(next).toContain("# Fields that no form knows");
  });

  test("keeps the comments inside of a block that is replaced by one with equal fields", () => {
    const pools = [{ name: "worker-1", maximum: 9, zones: ["here-a", "here-b"] }, { name: "worker-2" }];
    const next = textOf(setInDraft(draft, ["spec", "provider", "workers"], pools));
    expect(next).toContain("# Grows at night\n        maximum: 9");
    expect(parse(next).spec.provider.workers).toEqual(pools);
  });

  test("changes alone where it was an alias of what stands elsewhere", () => {
    const shared = "a: &shared\n  key: 1\nb: *shared\n";
    expect(parse(textOf(setInDraft(shared, ["b", "key"], 2)))).toEqual({ a: { key: 1 }, b: { key: 2 } });
  });
});

describe("a draft that cannot be read", () => {
  test.each([
    ["a: 1\na: 2\n", "a is here twice"],
    ["a: [1\n", "Flow sequence"],
    ["- a\n", "This is no object"],
    ["", "This is no object"],
  ])("%j is refused with the error of the editor", (text, message) => {
    const result = setInDraft(text, ["spec", "region"], "here");
    expect(result.ok ? "" : result.error[0]?.message).toContain(message);
    expect(removeInDraft(text, ["spec"]).ok).toBe(false);
    expect(renameInDraft(text, ["spec"], "other").ok).toBe(false);
  });
});

test("what is set is what is read, for any object", () => {
  const key = fc.constantFrom("a", "b", "c");
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("", "x", "1", "true", "a: b", "# no", "~", "\u202e", "two\nlines", null, true, 1.5, -7),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 3 }),
    ),
  }));
  const worlds = fc.record({
    before: fc.dictionary(key, value),
    path: fc.tuple(key, key),
    wanted: value,
  });
  fc.assert(
    fc.property(worlds, ({ before, path: [first, second], wanted }) => {
      const text = formatYaml({ ...before, [first]: { [second]: before[second] ?? null, other: 1 } });
      const next = parse(textOf(setInDraft(text, [first, second], wanted)));
      expect(next).toEqual({ ...before, [first]: { [second]: wanted, other: 1 } });
      const without = parse(textOf(removeInDraft(text, [first, second])));
      expect(without).toEqual({ ...before, [first]: { other: 1 } });
      const renamed = parse(textOf(renameInDraft(text, [first, second], "true")));
      expect(renamed).toEqual({ ...before, [first]: { true: before[second] ?? null, other: 1 } });
    }),
    { seed: 20_261_130, numRuns: 300 },
  );
});
