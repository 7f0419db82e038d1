import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeTexts } from "#lib/manifest/merge-texts.ts";
import { editProfileText, type ProfileEdit } from "./edit-profile-text.ts";
import { formatProfilePatch } from "./format-profile-patch.ts";
import { formatProfile, readProfileText } from "./profile-text.ts";
import { validateProfileDraft } from "./validate-profile-draft.ts";

const now = Date.parse("2026-11-12T12:00:00Z");
const base = {
  type: "gcp",
  kubernetes: {
    versions: [
      { version: "1.35.6", classification: "supported" },
      { version: "1.33.4", classification: "deprecated", expirationDate: "2026-11-24T23:59:59Z" },
    ],
  },
  machineImages: [
    {
      name: "gardenlinux",
      updateStrategy: "minor",
      versions: [
        { version: "1877.6.0", classification: "supported", architectures: ["amd64"], cri: [{ name: "containerd" }] },
      ],
    },
  ],
  machineTypes: [{ name: "n2-standard-4" }],
  regions: [{ name: "europe-west1" }],
  providerConfig: { kept: true },
};
const text = formatProfile({ metadata: { name: "gcp", uid: "u", resourceVersion: "7" }, spec: base });
const judge = (draft: string) => validateProfileDraft(draft, { name: "gcp", spec: base }, { nowAt: now, garden: {} });

describe("a draft", () => {
  test("of a profile whose fields stand in another order than ours has no patch either", () => {
    const odd = {
      machineImages: base.machineImages,
      kubernetes: { versions: [{ classification: "supported", version: "1.35.6" }] },
    };
    const draft = formatProfile({ metadata: { name: "gcp", uid: "u", resourceVersion: "7" }, spec: odd });
    expect(validateProfileDraft(draft, { name: "gcp", spec: odd }, { nowAt: now, garden: {} }).patch).toBeUndefined();
  });

  test("that is what was read has neither faults nor a patch", () => {
    expect(judge(text)).toMatchObject({ faults: [], patch: undefined });
  });

  test.each<[string, (draft: string) => string, string, RegExp]>([
    ["broken YAML", (draft) => draft.replace("spec:", "spec: ["), "", /./],
    ["no object", () => "- a", "", /no object/],
    ["nothing", () => "", "", /no object/],
    ["another profile", (draft) => draft.replace("name: gcp", "name: aws"), "metadata.name", /another profile/],
    ["another kind", (draft) => draft.replace("kind: CloudProfile", "kind: Shoot"), "kind", /no CloudProfile/],
    ["a list that is none", (draft) => draft.replace(/versions:\n.*1\.35\.6/, "versions: all\n      x"), "", /./],
    [
      "an unquoted version",
      (draft) => draft.replace("1.35.6", "1.35"),
      "spec.kubernetes.versions[0].version",
      /string/,
    ],
    [
      "an unreadable date",
      (draft) => draft.replace("2026-11-24T23:59:59Z", "soon"),
      "spec.kubernetes.versions[1].expirationDate",
      /Invalid value: this is no date/,
    ],
    [
      "an unknown stage",
      (draft) => draft.replace("deprecated", "best"),
      "spec.kubernetes.versions[1].classification",
      /Unsupported value/,
    ],
    [
      "a version of two numbers",
      (draft) => draft.replace("1.33.4", '"1.33"'),
      "spec.kubernetes.versions[1]",
      /three numbers/,
    ],
  ])("with %s says so, at the field", (_name, edit, path, message) => {
    const [fault] = judge(edit(text)).faults;
    expect(fault?.path).toBe(path);
    expect(fault?.message).toMatch(message);
  });

  test("points at the line of the fault", () => {
    const draft = text.replace("2026-11-24T23:59:59Z", "soon");
    const [fault] = judge(draft).faults;
    expect(draft.split("\n")[(fault?.line ?? 0) - 1]).toContain("soon");
    expect(draft.slice(fault?.from, fault?.to)).toBe("soon");
  });

  test("of aliases that stand for more than fits is refused, not expanded", () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (const [index, name] of [..."bcdefgh"].entries()) {
      const before = "abcdefgh"[index];
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]`);
    }
    expect(readProfileText(bomb.join("\n"), "gcp").ok).toBe(false);
  });

  test("is read or refused, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(text.length), (typed, at) => {
        const draft = text.slice(0, at) + typed + text.slice(at);
        const { faults, spec } = judge(draft);
        expect(spec !== undefined || faults.length > 0).toBe(true);
      }),
    );
  });
});

describe("a change by form", () => {
  const edited = (edit: ProfileEdit, from = text) => {
    const result = editProfileText(from, edit);
    if (!result.ok) throw new Error(result.error);
    return result.value;
  };
  const kubernetes = { image: undefined };

  test("moves an end, and touches nothing else", () => {
    const { patch } = judge(edited({ ...kubernetes, kind: "end", version: "1.33.4", end: "2027-01-31T23:59:59Z" }));
    expect(patch).toEqual({
      kubernetes: {
        versions: [
          base.kubernetes.versions[0],
          { ...base.kubernetes.versions[1], expirationDate: "2027-01-31T23:59:59Z" },
        ],
      },
    });
  });

  test("moves the end of a lifecycle: its last stage begins when the day is over", () => {
    const stages = (...later: readonly object[]) => [
      { version: "1.34.0", lifecycle: [{ classification: "supported", startTime: "2026-01-01T00:00:00Z" }, ...later] },
    ];
    const from = (versions: readonly object[]) =>
      formatProfile({
        metadata: { name: "gcp", uid: "u", resourceVersion: "7" },
        spec: { ...base, kubernetes: { versions } },
      });
    const about = { ...kubernetes, kind: "end", version: "1.34.0" } as const;
    const listed = (draft: string) => judge(draft).spec?.kubernetes?.versions;
    const ending = stages({ classification: "expired", startTime: "2027-02-01T00:00:00Z" });
    const begun = edited({ ...about, end: "2027-01-31T23:59:59Z" }, from(stages()));
    expect(listed(begun)).toEqual(ending);
    const moved = edited({ ...about, end: "2027-06-30T23:59:59Z" }, begun);
    expect(listed(moved)).toEqual(stages({ classification: "expired", startTime: "2027-07-01T00:00:00Z" }));
    expect(listed(edited({ ...about, end: undefined }, moved))).toEqual(stages());
  });

  test("keeps comments", () => {
    const commented = text.replace("kubernetes:", "kubernetes: # agreed on Monday");
    expect(edited({ ...kubernetes, kind: "end", version: "1.33.4", end: undefined }, commented)).toContain(
      "# agreed on Monday",
    );
  });

  test("takes an end away, reclassifies, adds and removes", () => {
    const withoutEnd = edited({ ...kubernetes, kind: "end", version: "1.33.4", end: undefined });
    const renamed = edited(
      { ...kubernetes, kind: "reclassify", version: "1.33.4", classification: "supported" },
      withoutEnd,
    );
    const added = edited(
      { ...kubernetes, kind: "add", version: "1.34.2", classification: "preview", end: undefined },
      renamed,
    );
    const removed = edited({ ...kubernetes, kind: "remove", version: "1.35.6" }, added);
    expect(judge(removed).spec?.kubernetes?.versions).toEqual([
      { version: "1.34.2", classification: "preview" },
      { version: "1.33.4", classification: "supported" },
    ]);
  });

  test("an added image version takes over what the first one runs on", () => {
    const added = edited({
      image: "gardenlinux",
      kind: "add",
      version: "2000.1.0",
      classification: "preview",
      end: undefined,
    });
    expect(judge(added).spec?.machineImages?.[0]?.versions?.[0]).toEqual({
      version: "2000.1.0",
      classification: "preview",
      architectures: ["amd64"],
      cri: [{ name: "containerd" }],
    });
  });

  test.each<[string, ProfileEdit, string]>([
    ["no-such-version", { ...kubernetes, kind: "remove", version: "9.9.9" }, text],
    ["no-such-list", { image: "coreos", kind: "remove", version: "1" }, text],
    [
      "version-there-already",
      { ...kubernetes, kind: "add", version: "1.33.4", classification: "", end: undefined },
      text,
    ],
    ["text-unreadable", { ...kubernetes, kind: "remove", version: "1.33.4" }, "a: ["],
  ])("that is not possible says why: %s", (error, edit, from) => {
    expect(editProfileText(from, edit)).toEqual({ ok: false, error });
  });
});

test("a patch is bound to what was read, and a shell takes it as it stands", () => {
  const { command, json } = formatProfilePatch({ name: "gcp" }, { description: "it's" }, "7");
  expect(JSON.parse(json)).toEqual({ metadata: { resourceVersion: "7" }, spec: { description: "it's" } });
  expect(command).toContain(`"it'\\''s"`);
});

describe("bringing a draft onto a profile that has changed meanwhile", () => {
  const theirs = text.replace("1.35.6", "1.35.7");

  test("keeps both changes", () => {
    const mine = text.replace("2026-11-24", "2027-01-31");
    expect(mergeTexts(mine, text, theirs)).toEqual({ text: theirs.replace("2026-11-24", "2027-01-31"), conflicts: 0 });
  });

  test("keeps mine where both changed the same, and counts it", () => {
    const mine = text.replace("1.35.6", "1.35.9");
    expect(mergeTexts(mine, text, theirs)).toEqual({ text: mine, conflicts: 1 });
  });
});
