import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSchemaTable, type Schema } from "../schema/schema.ts";
import { applyFields } from "./apply-fields.ts";
import {
  difference,
  type FieldSet,
  fieldPathsOfSet,
  intersection,
  isEmptyFieldSet,
  parseFieldSet,
  union,
} from "./field-set.ts";
import type { ManagedFieldsEntry } from "./managed-entry.ts";
import { formatElementPath } from "./path-element.ts";
import { updateFieldOwners } from "./update-field-owners.ts";

const properties = parseSchemaTable(`
metadata object
  labels labels
  finalizers set
spec object
  purpose text
  ref atomic
    kind text
    name text
  zones texts
  sleep object
    enabled text
    until text
  pools list(name)
    [] object
      name text
      size text
      labels labels
  config open
`);
const schema: Schema = { type: "object", properties };

interface State {
  readonly live: Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> };
  readonly entries: readonly ManagedFieldsEntry[];
}
const nothing: State = { live: { metadata: {} }, entries: [] };

function apply({ live, entries }: State, manager: string, spec: unknown, metadata: object = {}) {
  const self = { manager, operation: "Apply", apiVersion: "v1" } as const;
  const applied = { ...(Object.keys(metadata).length === 0 ? {} : { metadata }), spec };
  const outcome = applyFields({ schema, live, applied, entries, self, time: "" });
  const state: State = { live: { metadata: {}, ...Object(outcome.value) }, entries: outcome.entries };
  return {
    ...state,
    conflicts: outcome.conflicts.flatMap(({ with: owner, fields }) =>
      fieldPathsOfSet(fields).map((path) => `${owner.manager} ${formatElementPath(path)}`),
    ),
  };
}

function update({ live, entries }: State, manager: string, spec: unknown): State {
  const self = { manager, operation: "Update", apiVersion: "v1" } as const;
  const after = { ...live, spec };
  return { live: after, entries: updateFieldOwners({ schema, before: live, after, entries, self, time: "" }) };
}

function owned({ entries }: State, manager: string): readonly string[] {
  const fields = entries.find((entry) => entry.manager === manager)?.fieldsV1;
  return fields === undefined ? [] : fieldPathsOfSet(fields).map(formatElementPath);
}

describe("what is applied", () => {
  test("is owned field by field, item by item, and as a whole where nobody can tell its parts", () => {
    const spec = {
      ref: { kind: "a", name: "b" },
      zones: ["x", "y"],
      pools: [{ name: "p", labels: { l: "1" } }],
      config: { deep: { value: "1", list: [1] } },
    };
    expect(owned(apply(nothing, "me", spec, { finalizers: ["f"] }), "me")).toEqual([
      '.metadata.finalizers[="f"]',
      ".spec.config.deep",
      ".spec.config.deep.list",
      ".spec.config.deep.value",
      '.spec.pools[name="p"]',
      '.spec.pools[name="p"].labels.l',
      '.spec.pools[name="p"].name',
      ".spec.ref",
      ".spec.zones",
    ]);
  });

  test("takes with it, once it is no longer applied, the block that was made for it", () => {
    const slept = apply(apply(nothing, "me", { purpose: "a", sleep: { enabled: "yes" } }), "me", { purpose: "a" });
    expect(slept.live.spec).toEqual({ purpose: "a" });
  });

  test("leaves a block in which another has a field", () => {
    const both = apply(apply(nothing, "me", { sleep: { enabled: "yes" } }), "you", { sleep: { until: "noon" } });
    expect(apply(both, "me", {}).live.spec).toEqual({ sleep: { until: "noon" } });
  });

  test("stays when it is no longer applied but somebody else owns it, too", () => {
    const both = apply(apply(nothing, "me", { purpose: "a" }), "you", { purpose: "a" });
    expect(apply(both, "me", {}).live.spec).toEqual({ purpose: "a" });
  });

  test("leaves what others changed by update, though it was applied before", () => {
    const changed = update(apply(nothing, "me", { purpose: "a", zones: ["x"] }), "you", { purpose: "b", zones: ["x"] });
    expect(owned(changed, "me")).toEqual([".spec.zones"]);
    expect(apply(changed, "me", {}).live.spec).toEqual({ purpose: "b" });
  });

  test("conflicts with the owner of another value, by applying and by update alike; the same value is shared", () => {
    const theirs = update(apply(nothing, "you", { purpose: "a" }), "they", { purpose: "a", zones: ["x"] });
    expect(apply(theirs, "me", { purpose: "b", zones: ["y"] }).conflicts).toEqual([
      "you .spec.purpose",
      "they .spec.zones",
    ]);
    expect(apply(theirs, "me", { purpose: "a", zones: ["x"] }).conflicts).toEqual([]);
  });

  test("puts shared items in its own order and leaves the others where they stood", () => {
    const pools = (...names: readonly string[]) => ({ pools: names.map((name) => ({ name })) });
    const merged = apply(update(nothing, "you", pools("a", "b", "c", "d")), "me", pools("d", "new", "b"));
    expect(merged.live.spec).toEqual(pools("a", "c", "d", "new", "b"));
  });

  test("items with the same key change, and are owned, as one: Gardener allows two DNS providers of one type", () => {
    const pools = (...sizes: readonly string[]) => ({ pools: sizes.map((size) => ({ name: "p", size })) });
    const theirs = update(nothing, "you", pools("a", "b"));
    const changed = update(theirs, "me", pools("c", "b"));
    expect(owned(changed, "me")).toEqual(['.spec.pools[name="p"]']);
    expect(owned(changed, "you")).not.toContain('.spec.pools[name="p"]');
    expect(owned(update(changed, "they", { pools: [] }), "me")).toEqual([]);
  });

  test("null gives a field up for good, against its owner only by force", () => {
    const theirs = apply(nothing, "you", { purpose: "a" });
    const outcome = apply(theirs, "me", { purpose: null });
    expect(outcome.conflicts).toEqual(["you .spec.purpose"]);
    expect(outcome.live.spec).toEqual({});
  });
});

describe("sets of fields", () => {
  const element = fc.constantFrom("f:a", "f:b", 'k:{"name":"x"}', 'v:"y"');
  const { set } = fc.letrec<{ set: FieldSet; part: FieldSet }>((tie) => ({
    set: fc.dictionary(element, tie("part"), { maxKeys: 3 }).filter((made) => parseFieldSet(made) !== undefined),
    part: fc.oneof(
      { depthSize: "small" },
      fc.constant<FieldSet>({}),
      fc.dictionary(fc.oneof(element, fc.constant(".")), tie("part"), { minKeys: 1, maxKeys: 3 }).map((made) => {
        const { ".": self, ...rest } = made;
        return self === undefined || Object.keys(rest).length === 0 ? rest : { ".": {}, ...rest };
      }),
    ),
  }));
  const paths = (of: FieldSet) => new Set(fieldPathsOfSet(of).map(formatElementPath));

  test("join, part and meet as sets of paths do", () => {
    fc.assert(
      fc.property(set, set, (left, right) => {
        const [mine, yours] = [[...paths(left)], [...paths(right)]];
        expect(paths(union(left, right))).toEqual(new Set([...mine, ...yours]));
        expect(paths(difference(left, right))).toEqual(new Set(mine.filter((path) => !yours.includes(path))));
        expect(paths(intersection(left, right))).toEqual(new Set(mine.filter((path) => yours.includes(path))));
      }),
      { numRuns: 500, seed: 20_26 },
    );
  });

  test("are themselves after a union that adds nothing, so that many objects can share one", () => {
    fc.assert(
      fc.property(set, set, (left, right) => {
        const all = union(left, right);
        if (!isEmptyFieldSet(all)) expect(union(all, right)).toBe(all);
      }),
      { numRuns: 500, seed: 20_27 },
    );
  });
});
