import { describe, expect, test } from "vitest";
import type { Profile } from "#lib/contract/versions.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { automaticPatchVersionOf } from "./automatic-patch-version-of.ts";
import { updateKubernetesAct } from "./update-kubernetes-act.ts";

const reading = classificationContextAt(Date.UTC(2026, 10, 24));

const profile = (versions: readonly { version: string; classification?: string }[]): Profile => ({
  kind: "CloudProfile",
  name: "gcp",
  resourceVersion: "1",
  lists: { kubernetes: { versions: [...versions] } },
});

const on = (version: string) => sampleFleetRow({ kubernetes: { version, classification: "supported" } });
const listed = [
  { version: "1.33.4", classification: "deprecated" },
  { version: "1.33.7", classification: "supported" },
  { version: "1.33.9", classification: "preview" },
  { version: "1.34.2", classification: "supported" },
];

describe("the patch that the list offers", () => {
  test.each([
    { name: "is the newest of the minor that is no preview", row: on("1.33.4"), target: "1.33.7" },
    { name: "is not offered on the newest already", row: on("1.33.7"), target: undefined },
    { name: "never skips to another minor", row: on("1.34.2"), target: undefined },
    { name: "is not offered without a version", row: on(""), target: undefined },
    { name: "is not offered for a version that cannot be read", row: on("latest"), target: undefined },
    {
      name: "is not offered where the profile is not to be seen",
      row: sampleFleetRow({ profile: { kind: "CloudProfile", name: "aws" } }),
      target: undefined,
    },
  ])("$name", ({ row, target }) => {
    expect(automaticPatchVersionOf(row, [profile(listed)], reading)).toBe(target);
  });

  test("is asked for as a change of one field", () => {
    expect(updateKubernetesAct("1.33.7")).toEqual({
      kind: "change",
      about: "kubernetes-version",
      patch: { spec: { kubernetes: { version: "1.33.7" } } },
    });
  });
});
