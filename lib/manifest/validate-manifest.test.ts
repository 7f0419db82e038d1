import { describe, expect, test } from "vitest";
import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { formatYaml } from "./format-yaml.ts";
import { formatManifest, manifestOf, manifestPatch } from "./manifest.ts";
import { validateManifest } from "./validate-manifest.ts";

const shoot = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: {
    name: "ledger",
    namespace: "garden-payments",
    uid: "u-1",
    resourceVersion: "7",
    labels: { team: "blue" },
    annotations: { "example.com/note": "old" },
  },
  spec: {
    purpose: "testing",
    kubernetes: { version: "1.30" },
    provider: { type: "gcp", workers: [{ name: "a", minimum: 1, maximum: 3 }] },
  },
  status: { observedGeneration: 3 },
};
const schema: FieldSchema = {
  type: "object",
  fields: {
    purpose: { type: "string", enum: ["testing", "production"] },
    kubernetes: { type: "object", fields: { version: { type: "string" } } },
    provider: {
      type: "object",
      fields: {
        type: { type: "string" },
        providerConfig: { type: "object", open: true },
        workers: {
          type: "array",
          items: {
            type: "object",
            fields: {
              name: { type: "string" },
              minimum: { type: "integer" },
              maximum: { type: "integer" },
              maxSurge: { type: "string or number" },
              labels: { type: "object", values: { type: "string" } },
            },
          },
        },
      },
    },
  },
};

const text = formatManifest(shoot);
const judge = (given: string) => validateManifest(given, { read: [shoot], schema });
const findings = (given: string) =>
  judge(given).findings.map(({ severity, path, line, message }) => `${severity} ${line} ${path}: ${message}`);

test("the text says what was read of what may be changed, and nothing else", () => {
  expect(findings(text)).toEqual([]);
  expect(judge(text).manifest).toEqual(manifestOf(shoot));
  expect(text).not.toMatch(/status|uid|resourceVersion/);
});

test("a whole object may be pasted as long as the rest of it is as it was read", () => {
  expect(findings(formatYaml(shoot))).toEqual([]);
});

describe("what cannot be edited is refused with a sentence and its line", () => {
  test.each([
    [
      "the status",
      `${formatYaml(shoot).replace("observedGeneration: 3", "observedGeneration: 4")}`,
      /status is Gardener's to write/,
    ],
    ["the name", text.replace("name: ledger", "name: other"), /metadata\.name cannot be edited/],
    ["the name, taken away", text.replace("  name: ledger\n", ""), /metadata\.name cannot be edited/],
    ["the uid", formatYaml(shoot).replace("u-1", "u-2"), /metadata\.uid cannot be edited/],
    [
      "finalizers",
      text.replace("metadata:\n", "metadata:\n  finalizers: []\n"),
      /metadata\.finalizers cannot be edited/,
    ],
    ["the kind", text.replace("kind: Shoot", "kind: Seed"), /kind cannot be changed/],
    ["another field", `${text}extra: 1\n`, /no field extra/],
    ["no spec", text.slice(0, text.indexOf("spec:")), /needs a spec/],
    ["a label that is no text", text.replace("team: blue", "team: 1"), /team must be a text/],
    ["labels that are no block", text.replace("labels:\n    team: blue", "labels: blue"), /block of names/],
    ["a number that is none", text.replace("minimum: 1", "minimum: .nan"), /no such number/],
    ["a list", "- a\n", /no object/],
    ["nothing", "", /no object/],
  ])("%s", (_case, given, words) => {
    const { manifest, findings: found } = judge(given);
    expect(manifest).toBeUndefined();
    expect(
      found
        .filter(({ severity }) => severity === "error")
        .map(({ message }) => message)
        .join(" "),
    ).toMatch(words);
  });

  test("where it stands", () => {
    expect(findings(text.replace("name: ledger", "name: other"))).toEqual([
      "error 4 metadata.name: metadata.name cannot be edited: only labels and annotations can.",
    ]);
  });
});

describe("YAML that cannot be read is told with its line", () => {
  test("a key that is there twice", () => {
    const twice = text.replace("purpose: testing", "purpose: testing\n  purpose: production");
    expect(findings(twice)).toEqual([
      `error ${lineOf(twice, "purpose: production")} : purpose is here twice: one of the two has to go.`,
    ]);
  });

  test("an indentation that fits nothing", () => {
    const bent = text.replace("    version:", "   version:").replace("kubernetes:", "kubernetes: x");
    expect(judge(bent).manifest).toBeUndefined();
    expect(judge(bent).findings[0]?.line).toBeGreaterThan(1);
  });

  test("aliases that multiply themselves", () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
      .split("")
      .map((key, index) => `${key}: &${key} [${`*${"abcdefgh"[index]},`.repeat(9)}]`)
      .join("\n")}\n`;
    expect(judge(bomb).manifest).toBeUndefined();
  });
});

function lineOf(given: string, part: string): number {
  return given.slice(0, given.indexOf(part)).split("\n").length;
}

describe("what the schema does not know is a warning: the garden has the last word", () => {
  test.each([
    [
      "an unknown field",
      "purpose: testing",
      "purpose: testing\n  purpos: x",
      /no field purpos here: did you mean purpose\?/,
    ],
    ["a field with other capitals", "maximum: 3", "maximum: 3\n        maxsurge: 1", /did you mean maxSurge\?/],
    ["a version without quotes", 'version: "1.30"', "version: 1.30", /must be a text: write it in quotes/],
    ["a value that is none of those", "purpose: testing", "purpose: play", /one of testing, production/],
    ["a text for a number", "minimum: 1", 'minimum: "1"', /whole number/],
    ["a block for a list", "type: gcp", "type: gcp\n    labels: {}", /no field labels/],
  ])("%s", (_case, from, to, words) => {
    const given = text.replace(from, to);
    expect(given).not.toBe(text);
    const { manifest, findings: found } = judge(given);
    expect(manifest).toBeDefined();
    expect(found).toHaveLength(1);
    expect(found[0]?.severity).toBe("warning");
    expect(found[0]?.message).toMatch(words);
  });

  test("inside of what is open everything is taken", () => {
    expect(findings(text.replace("type: gcp", "type: gcp\n    providerConfig:\n      kind: X\n      zone: 1"))).toEqual(
      [],
    );
  });
});

describe("the patch says what differs and nothing else", () => {
  const patchOf = (given: string) => {
    const { manifest } = judge(given);
    return manifest && manifestPatch(manifestOf(shoot), manifest);
  };

  test.each([
    ["nothing", text, undefined],
    [
      "another order of fields",
      text.replace("minimum: 1\n        maximum: 3", "maximum: 3\n        minimum: 1"),
      undefined,
    ],
    ["a comment", text.replace("spec:", "spec: # mine"), undefined],
    ["a field", text.replace("purpose: testing", "purpose: production"), { spec: { purpose: "production" } }],
    ["a label that goes", text.replace("  labels:\n    team: blue\n", ""), { metadata: { labels: { team: null } } }],
    [
      "an annotation",
      text.replace("note: old", "note: new"),
      { metadata: { annotations: { "example.com/note": "new" } } },
    ],
    [
      "a pool: lists go as a whole",
      text.replace("maximum: 3", "maximum: 5"),
      { spec: { provider: { workers: [{ name: "a", minimum: 1, maximum: 5 }] } } },
    ],
  ])("%s", (_case, given, patch) => {
    expect(patchOf(given)).toEqual(patch);
  });
});
