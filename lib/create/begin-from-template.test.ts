import { describe, expect, test } from "vitest";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import { parseYamlText } from "#lib/manifest/yaml-document.ts";
import { draftFromTemplate } from "./begin-from-template.ts";
import { meadow, offerOf, profileNow } from "./cluster-profile.fixture.ts";
import { applyDraftEdits, type DraftEdit } from "./draft-document.ts";
import { startingDraft } from "./starting-draft.ts";
import { templateTextOf } from "./template-text.ts";

const choices: NewClusterChoices = {
  ...{ project: "p", namespace: "garden-p", maxNameLength: 20, takenNames: [], profiles: [offerOf(meadow)] },
  accounts: [{ name: "own", type: "aws", credentialsKind: "Secret" }],
  extensionTypes: { Network: ["calico"] },
  exposureClasses: [],
  windows: { project: [], proposed: { begin: "030000+0000", end: "040000+0000", why: "" } },
};
const pool = ["spec", "provider", "workers", 0] as const;

function begun(edits: readonly DraftEdit[] = [], among = choices) {
  const template = templateTextOf(applyDraftEdits(`# ours\n${formatYaml(startingDraft(choices, profileNow))}`, edits));
  if (!template.ok) throw new Error("no template");
  const { text, losses } = draftFromTemplate(template.value, among, profileNow);
  const parsed = parseYamlText(text);
  if (!parsed.ok) throw new Error(text);
  const { value } = parsed.value;
  return {
    text,
    losses: losses.map(({ field, message }) => `${field}: ${message}`),
    at: (...path: (string | number)[]) => fieldAt(value, ...path),
  };
}

describe("a draft from a template", () => {
  test("is complete but for the name when the project offers all of it", () => {
    const { text, losses, at } = begun();
    expect(losses).toEqual([]);
    expect(text).toMatch(/^# ours\n/);
    expect(at("metadata")).toEqual({ name: "", namespace: "garden-p" });
    expect([at("spec", "region"), at("spec", "credentialsBindingName")]).toEqual(["here", "own"]);
    expect(at(...pool, "zones")).toEqual(["here-a"]);
  });

  test("has the newest patch of a minor of which the version ended, and the next minor of one that ended whole", () => {
    expect(begun([{ path: ["spec", "kubernetes", "version"], value: "1.33.0" }])).toMatchObject({
      losses: ["spec.kubernetes.version: Kubernetes 1.33.0 is no longer offered: 1.33.4 takes its place."],
    });
    const old = begun([{ path: ["spec", "kubernetes", "version"], value: "1.32.9" }]);
    expect(old.losses).toHaveLength(1);
    expect(old.at("spec", "kubernetes", "version")).toBe("1.33.4");
    expect(begun([{ path: ["spec", "kubernetes", "version"], value: "1.33" }]).losses).toEqual([]);
  });

  test("has another version of an image that ended, and says of a machine type that it is gone", () => {
    const { losses, at } = begun([
      { path: [...pool, "machine", "image", "name"], value: "gardenlinux" },
      { path: [...pool, "machine", "image", "version"], value: "1.1.0" },
      { path: [...pool, "machine", "type"], value: "retired" },
      { path: [...pool, "volume", "type"], value: "floppy" },
    ]);
    expect(at(...pool, "machine", "image", "version")).toBe("1.2.0");
    expect(at(...pool, "machine", "type")).toBe("retired");
    expect(losses).toEqual([
      expect.stringMatching(/^spec\.provider\.workers\[0\]\.machine\.type: .*retired/),
      expect.stringMatching(/^spec\.provider\.workers\[0\]\.volume\.type: .*floppy/),
      expect.stringMatching(/image\.version: gardenlinux 1\.1\.0 .* 1\.2\.0/),
    ]);
  });

  test("stands in a region that has all zones of the template, else says which zones take their place", () => {
    const there = begun([{ path: [...pool, "zones"], value: ["there-a"] }]);
    expect([there.at("spec", "region"), there.losses]).toEqual(["there", []]);
    const nowhere = begun([{ path: [...pool, "zones"], value: ["moon-a"] }]);
    expect(nowhere.at("spec", "region")).toBe("here");
    expect(nowhere.at(...pool, "zones")).toEqual(["here-a"]);
    expect(nowhere.losses).toEqual([expect.stringContaining("moon-a")]);
  });

  test("says that the project has no such profile or no account, and keeps the rest", () => {
    const strange = begun([], { ...choices, profiles: [] });
    expect(strange.losses).toEqual(["spec.cloudProfile.name: p has no infrastructure meadow. Choose another one."]);
    expect(strange.at("spec", "region")).toBeUndefined();
    const poor = begun([], { ...choices, accounts: [] });
    expect(poor.losses).toEqual(["spec.credentialsBindingName: The project has no account for aws."]);
  });
});
