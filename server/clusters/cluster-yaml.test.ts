import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hasHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { clusterYaml } from "./cluster-yaml.ts";

const shoot: Shoot = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: {
    name: "ledger",
    namespace: "garden-payments",
    annotations: {
      "example.com/plain": "one\ntwo: <script>alert(1)</script>",
      "example.com/turned": "a\u202Eb\nc\u200B'\"\\d",
      "example.com/tagged\u2066": "\u{E0041}",
    },
  },
  spec: { kubernetes: { version: "1.35.2" }, provider: { type: "gcp", workers: [] } },
};

test("S19: the YAML of a cluster holds no character that nobody sees, and is still the same object", () => {
  const yaml = clusterYaml(shoot);
  expect(hasHiddenCharacters(yaml)).toBe(false);
  expect(yaml).toContain("\\u202e");
  expect(parse(yaml)).toEqual(shoot);
});
