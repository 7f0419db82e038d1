import { expect, test } from "vitest";
import { createManifestDraft, isEdited, rebaseManifestDraft } from "./follow-shoot.ts";
import { formatManifest } from "./manifest.ts";

const shoot = (resourceVersion: string, spec: object, status: object = {}) => ({
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "ledger", namespace: "garden-payments", resourceVersion },
  spec,
  status,
});
const base = shoot("9", { purpose: "testing", region: "eu" });
const edited = { text: formatManifest(base).replace("testing", "production"), base };

test("a draft is edited when its text says something else than what was read", () => {
  expect(isEdited(createManifestDraft(base))).toBe(false);
  expect(isEdited(edited)).toBe(true);
});

test.each([
  ["the same", base],
  ["an older one", shoot("8", { purpose: "other", region: "us" })],
])("%s changes nothing", (_case, now) => {
  expect(rebaseManifestDraft(edited, now)).toEqual({ kind: "current" });
});

test("what only Gardener writes is taken without a word, also under a text that cannot be read", () => {
  const now = shoot("10", base.spec, { progress: 50 });
  expect(rebaseManifestDraft({ text: "a: [", base }, now)).toEqual({
    kind: "brought",
    draft: { text: "a: [", base: now },
    taken: [],
  });
});

test("what others changed elsewhere comes in and is told", () => {
  const now = shoot("10", { purpose: "testing", region: "us" });
  const following = rebaseManifestDraft(edited, now);
  expect(following).toMatchObject({ kind: "brought", taken: ["spec.region"], draft: { base: now } });
  if (following.kind === "brought") expect(following.draft.text).toMatch(/production\n.*region: us/);
});

test("a text that cannot be read waits", () => {
  expect(rebaseManifestDraft({ text: "a: [", base }, shoot("10", { purpose: "x", region: "eu" }))).toEqual({
    kind: "unreadable",
  });
});

test("a conflict waits for a choice, and goes on with it", () => {
  const now = shoot("10", { purpose: "evaluation", region: "us" });
  expect(rebaseManifestDraft(edited, now)).toMatchObject({
    kind: "conflicts",
    conflicts: [{ base: "testing", mine: "production", theirs: "evaluation" }],
  });
  const chosen = rebaseManifestDraft(edited, now, new Map([["spec.purpose", "theirs"]]));
  expect(chosen).toMatchObject({ kind: "brought", draft: createManifestDraft(now), taken: ["spec.region"] });
});
