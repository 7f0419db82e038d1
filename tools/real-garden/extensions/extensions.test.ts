import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { findProviderAdmissionErrors } from "#lib/policy/provider-configuration/find-provider-configuration-errors.ts";
import { saidByExtension } from "#lib/policy/provider-configuration/shared/provider-error.ts";
import { withChanges } from "./change.ts";
import type { ExtensionError } from "./extension-admission.ts";
import { startingCase } from "./extension-shoots.ts";
import { newerRules } from "./newer-rules.ts";
import { chosenProviders, compareExtensionOf, extensionProviders } from "./run-extensions.ts";

const now = new Date("2026-11-22T10:00:00Z");

/** A fake of an extension that says what lib/policy says. */
function ownAnswer(provider: string) {
  const { profile, domain } = startingCase(provider, now);
  return (shoot: unknown): readonly ExtensionError[] => {
    if (!isKubeObject<Shoot>(shoot)) throw new Error("not a Shoot");
    return findProviderAdmissionErrors({ shoot, profile: profile.spec, domain }).map((error) => ({
      ...saidByExtension(error),
      type: `FieldValue${error.type}`,
    }));
  };
}

async function compared(provider: string, answer: (shoot: unknown) => readonly ExtensionError[]) {
  const lines: string[] = [];
  const asked = { admission: { ask: async (shoot: unknown) => answer(shoot) }, start: startingCase(provider, now) };
  const options = { cases: 300, seed: 1, say: (line: string) => void lines.push(line) };
  return { agreed: await compareExtensionOf(provider, asked, options), lines };
}

describe.each(extensionProviders)("the admission of the extension for %s", (provider) => {
  test("is built from a release", () => {
    const module = readFileSync(path.join(import.meta.dirname, provider, "go.mod"), "utf8");
    const name = provider === "local" ? "gardener/gardener" : `[a-z-]+/gardener-extension-provider-${provider}`;
    expect(module).toMatch(new RegExp(`\\tgithub\\.com/${name} v\\d+\\.\\d+\\.\\d+$`, "m"));
  });

  test("is asked about Shoots of which Almanac refuses some and accepts others, but not those that it proposes", async () => {
    const { profile, shoots, domain } = startingCase(provider, now);
    const input = { profile: profile.spec, domain };
    expect(shoots.flatMap((shoot) => findProviderAdmissionErrors({ shoot, ...input }))).toEqual([]);
    const own = ownAnswer(provider);
    const refusals: boolean[] = [];
    const { agreed, lines } = await compared(provider, (shoot) => {
      const answer = own(shoot);
      refusals.push(answer.length > 0);
      return answer;
    });
    expect([agreed, lines]).toEqual([true, [`${provider}: 302 of 302 Shoots are judged alike`]]);
    expect(refusals.filter(Boolean).length).toBeGreaterThan(50);
    expect(refusals.filter((isRefused) => !isRefused).length).toBeGreaterThan(30);
  });
});

test("a difference is told with the changes that make it, and no others", async () => {
  const own = ownAnswer("aws");
  const { agreed, lines } = await compared("aws", (shoot) =>
    own(shoot).filter(({ field }) => field !== "spec.networking.nodes" && field !== "networking.nodes"),
  );
  expect(agreed).toBe(false);
  expect(lines[1]).toContain('"path":["spec","networking","nodes"]');
  expect(lines[1]?.match(/"path"/g)).toHaveLength(1);
});

test("a difference that goes with a newer field is told with its name, and is no other one", async () => {
  const own = ownAnswer("openstack");
  const { agreed, lines } = await compared("openstack", (shoot) =>
    JSON.stringify(shoot).includes('"subnetPool"') ? [{ type: "", field: "", text: "unknown field" }] : own(shoot),
  );
  expect(agreed).toBe(true);
  expect(lines.slice(1)).toContainEqual(expect.stringMatching(/^ {2}\d+ differ only in what is newer .*subnetPool/));
  expect(lines.every((line) => !line.includes("the extension:"))).toBe(true);
});

test("a difference beside a newer field is told, too", async () => {
  const own = ownAnswer("openstack");
  const { agreed } = await compared("openstack", (shoot) =>
    own(shoot).filter(({ field }) => !field.endsWith("floatingPoolName")),
  );
  expect(agreed).toBe(false);
});

test("each newer rule names a field and where it came from", () => {
  const rules = Object.values(newerRules).flat();
  expect(rules.every(({ source }) => /^gardener-extension-provider-\w+ v\d+\.\d+\.\d+, #\d+/.test(source))).toBe(true);
});

test("a change sets, adds and removes fields, and makes the objects on its way", () => {
  const shoot = { metadata: { name: "one" }, spec: { kubernetes: { version: "1.35.6" }, provider: { type: "aws" } } };
  const changed = withChanges(shoot, [
    { path: ["spec", "provider", "workers", 3, "zones"], value: ["a", "b"] },
    { path: ["spec", "provider", "workers", 0, "zones", 1] },
    { path: ["spec", "kubernetes"] },
  ]);
  expect(changed.spec).toEqual({ provider: { type: "aws", workers: [{ zones: ["a"] }] } });
});

test("another provider than those whose extension is built is refused", () => {
  expect(chosenProviders("")).toEqual(extensionProviders);
  expect(chosenProviders("gcp")).toEqual(["gcp"]);
  expect(() => chosenProviders("aws,hcloud")).toThrow("there is aws");
});
