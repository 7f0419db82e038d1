import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { parseYamlText } from "#lib/manifest/yaml-document.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { ok } from "#lib/result.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { draftFromTemplate } from "./begin-from-template.ts";
import { completeDraft } from "./check-new-shoot.ts";
import { meadow, offerOf, profileNow } from "./cluster-profile.fixture.ts";
import { applyDraftEdits, type DraftEdit, type DraftPath } from "./draft-document.ts";
import { startingDraft } from "./starting-draft.ts";
import { templateDrift } from "./template-drift.ts";
import { templateTextOf } from "./template-text.ts";

// Long timeout: each of a thousand cases reads and writes YAML several times.
vi.setConfig({ testTimeout: 600_000 });

const choices: NewClusterChoices = {
  ...{ project: "p", namespace: "garden-p", maxNameLength: 20, takenNames: [], profiles: [offerOf(meadow)] },
  accounts: [{ name: "own", type: "aws", credentialsKind: "Secret" }],
  extensionTypes: { Network: ["calico"] },
  exposureClasses: [],
  windows: { project: [], proposed: { begin: "030000+0000", end: "040000+0000", why: "" } },
};

function read(written: string): JsonObject {
  const parsed = parseYamlText(written);
  if (!parsed.ok) throw new Error(written);
  return parsed.value.value;
}

function templateWith(...edits: readonly DraftEdit[]): JsonObject {
  const template = templateTextOf(applyDraftEdits(formatYaml(startingDraft(choices, profileNow)), edits));
  if (!template.ok) throw new Error("no template");
  return read(template.value);
}

/** The Shoot that the garden makes of a template for a cluster of this name. */
function clusterOf(template: JsonObject, name = "fresh"): Shoot {
  const { text } = draftFromTemplate(formatYaml(template), choices, profileNow);
  const shoot = parseShoot(read(applyDraftEdits(text, [{ path: ["metadata", "name"], value: name }])));
  if (shoot === undefined) throw new Error(text);
  return completeDraft({ shoot, profile: ok(meadow), rules: newestRules, now: profileNow }).shoot;
}

function edited(shoot: Shoot, ...edits: readonly DraftEdit[]): Shoot {
  const changed = parseShoot(read(applyDraftEdits(formatYaml(shoot), edits)));
  if (changed === undefined) throw new Error("the edit leaves no Shoot");
  return changed;
}

const firstPool = ["spec", "provider", "workers", 0] as const;

const optionalEdits: readonly (readonly DraftEdit[])[] = [
  [{ path: ["spec", "purpose"], value: "production" }],
  [{ path: ["metadata", "labels"], value: { team: "shop" } }],
  [{ path: ["spec", "kubernetes", "version"], value: "1.33" }],
  [{ path: [...firstPool, "maximum"], value: 7 }],
  [{ path: [...firstPool, "labels"], value: { tier: "front" } }],
  [{ path: [...firstPool, "taints"], value: [{ key: "only", value: "x", effect: "NoSchedule" }] }],
  [{ path: ["spec", "hibernation"], value: { schedules: [{ start: "00 20 * * 1,2", location: "Europe/Berlin" }] } }],
  [{ path: ["spec", "extensions"], value: [{ type: "shoot-dns-service" }, { type: "audit", disabled: false }] }],
  [{ path: ["spec", "kubernetes", "kubeAPIServer"], value: { enableAnonymousAuthentication: false } }],
  [{ path: ["spec", "maintenance", "autoUpdate", "machineImageVersion"], value: false }],
  [{ path: [...firstPool, "zones"], value: ["here-a", "here-b"] }],
];
const templates = fc.subarray([...optionalEdits]).map((edits) => templateWith(...edits.flat()));

interface Leaf {
  /** As drift names it. */
  readonly path: string;
  readonly at: DraftPath;
  readonly value: unknown;
}

/** Whether an edit of a field of this path makes another item of a list, or one in other zones. */
function isItemKey(path: string, key: string): boolean {
  if (key === "zones" || key === "zone") return true;
  return path.endsWith("]") && (key === "name" || (key === "type" && path.startsWith("spec.extensions[")));
}

/** All values that a template names: lists without names are one value. */
function leavesOf(value: unknown, path: string, at: readonly (string | number)[]): readonly Leaf[] {
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      isItemKey(path, key) ? [] : leavesOf(item, path === "" ? key : `${path}.${key}`, [...at, key]),
    );
  }
  if (Array.isArray(value) && value.every((item) => isRecord(item) && ("name" in item || "type" in item))) {
    return value.flatMap((item, index) => leavesOf(item, `${path}[${String(item.name ?? item.type)}]`, [...at, index]));
  }
  const [first, ...rest] = at;
  return first === undefined ? [] : [{ path, at: [first, ...rest], value }];
}

function otherThan(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...value, ...value];
  return typeof value === "string" && value.endsWith("Gi") ? `1${value}` : `${String(value)}-x`;
}

const pathsOf = (template: JsonObject, shoot: Shoot) =>
  templateDrift(template, shoot).groups.flatMap(({ fields }) => fields.map(({ path }) => path));

describe("drift", () => {
  test("there is none of a cluster that was created from the template, whatever the garden fills in", () => {
    fc.assert(
      fc.property(templates, (template) => {
        expect(templateDrift(template, clusterOf(template))).toEqual({ groups: [], cut: false });
      }),
      { numRuns: caseCount(20, 300) },
    );
  });

  test("an edit of one path that the template names is exactly that drift", () => {
    fc.assert(
      fc.property(templates, fc.nat(), (template, pick) => {
        const leaves = leavesOf(template, "", []).filter(({ path }) => !/^(apiVersion|kind)$/.test(path));
        const leaf = leaves[pick % leaves.length];
        if (leaf === undefined) throw new Error("the template names nothing");
        const shoot = edited(clusterOf(template), { path: leaf.at, value: otherThan(leaf.value) });
        expect(pathsOf(template, shoot), leaf.path).toEqual([leaf.path]);
      }),
      { numRuns: caseCount(40, 1_000) },
    );
  });

  test("a pool that only one of the two has is one line, and a renamed pool is two", () => {
    const template = templateWith();
    const cluster = clusterOf(template);
    const [pool] = listAt(cluster, "spec", "provider", "workers");
    const added = edited(cluster, {
      path: ["spec", "provider", "workers", 1],
      value: { ...Object(pool), name: "more" },
    });
    expect(pathsOf(template, added)).toEqual(["spec.provider.workers[more]"]);
    const renamed = edited(cluster, { path: [...firstPool, "name"], value: "other" });
    expect(pathsOf(template, renamed).toSorted()).toEqual([
      "spec.provider.workers[other]",
      "spec.provider.workers[worker-1]",
    ]);
  });

  test("a later version is told as newer, an earlier one is not", () => {
    const template = templateWith({ path: ["spec", "kubernetes", "version"], value: "1.33.4" });
    const at = (version: string) =>
      templateDrift(template, edited(clusterOf(template), { path: ["spec", "kubernetes", "version"], value: version }));
    expect(at("1.34.2").groups).toMatchObject([{ name: "versions", fields: [{ isNewer: true, cluster: "1.34.2" }] }]);
    expect(at("1.33.1").groups).toMatchObject([{ name: "versions", fields: [{ isNewer: false }] }]);
  });

  test("what a template leaves open is none: name, region, account, and the names of the zones", () => {
    const template = templateWith({ path: [...firstPool, "zones"], value: ["here-a"] });
    const elsewhere = edited(
      clusterOf(template, "second"),
      { path: ["spec", "region"], value: "there" },
      { path: ["spec", "credentialsBindingName"], value: "theirs" },
      { path: [...firstPool, "zones"], value: ["there-a"] },
    );
    expect(pathsOf(template, elsewhere)).toEqual([]);
    const wider = edited(elsewhere, { path: [...firstPool, "zones"], value: ["there-a", "there-b"] });
    expect(pathsOf(template, wider)).toEqual(["spec.provider.workers[worker-1].zones"]);
  });

  test("a field that the template names and the cluster lacks is drift", () => {
    const template = templateWith({ path: ["metadata", "labels"], value: { team: "shop" } });
    const without = edited(clusterOf(template), { path: ["metadata", "labels"], value: undefined });
    expect(templateDrift(template, without).groups).toMatchObject([
      { name: "other", fields: [{ path: "metadata.labels.team", template: "shop", cluster: undefined }] },
    ]);
  });
});
