import { pino } from "pino";
import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { createObjectCache } from "#server/watch/object-cache.ts";
import { type DomainConflictReader, findConflictingDomain } from "./find-conflicting-domain.ts";

function mirrorOf(clusters: Readonly<Record<string, string>>) {
  const mirror = createObjectCache<Shoot>(pino({ level: "silent" }));
  const objects = Object.entries(clusters).map(([cluster, domain]) => {
    const [namespace = "", name = ""] = cluster.split("/");
    const metadata = { namespace, name, uid: cluster, resourceVersion: "1" };
    return { metadata, spec: { kubernetes: { version: "1.34.1" }, provider: { type: "aws" }, dns: { domain } } };
  });
  mirror.swap(objects, "1");
  return { shoots: [mirror] };
}

const asker = (mayChange: boolean, ...projects: readonly string[]): DomainConflictReader => ({
  mayChange,
  scope: {
    all: false,
    namespaces: new Set(projects.map((project) => `garden-${project}`)),
    shown: {
      all: false,
      projects: projects.map((name) => ({ name, namespace: `garden-${name}` })),
      unreadable: [],
    },
  },
});
const own = { metadata: { namespace: "garden-a", name: "one" } };
const sources = mirrorOf({
  "garden-a/one": "one.example",
  "garden-a/seen": "seen.example",
  "garden-b/hidden": "hidden.example",
  "garden-b/beneath": "x.seen.example",
});

test("a domain that no other cluster has is nobody's, also that of the cluster itself", () => {
  expect(findConflictingDomain(sources, own, "one.example", asker(true, "a"))).toBeUndefined();
  expect(findConflictingDomain(sources, own, "other.example", asker(true, "a"))).toBeUndefined();
});

test("a cluster that one sees is named; the same domain counts more than one beneath it", () => {
  expect(findConflictingDomain(sources, own, "seen.example", asker(false, "a"))).toEqual({
    domain: "seen.example",
    cluster: "a/seen",
  });
  const all = { ...asker(false, "a", "b") };
  expect(findConflictingDomain(sources, own, "x.seen.example", all)?.cluster).toBe("b/beneath");
});

test("of a cluster that one does not see, only who may change their own learns that there is one", () => {
  expect(findConflictingDomain(sources, own, "hidden.example", asker(true, "a"))).toEqual({ domain: "hidden.example" });
  expect(findConflictingDomain(sources, own, "hidden.example", asker(false, "a"))).toBeUndefined();
});
