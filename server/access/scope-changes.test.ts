import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MemberSubject, Project } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { createObjectCache } from "#server/watch/object-cache.ts";
import type { WatchedObject } from "#server/watch/packed-object.ts";
import { createAccessReviews, type UserIdentity } from "./access-reviews.ts";
import { createReviewingClient } from "./create-reviewing-client.fixture.ts";
import { isMember, matchesRbacSubject } from "./membership.ts";
import { createProjectDirectory } from "./project-directory.ts";
import { createRoleGrants, type RoleBinding } from "./role-grants.ts";
import { type AffectedScopeTest, createUserScopes, type UserScope } from "./user-scope.ts";

const log = { info() {}, warn() {} };
const minuteMs = 60_000;

const people: Readonly<Record<string, UserIdentity>> = {
  ada: { name: "ada", groups: ["builders"] },
  bob: { name: "bob", groups: ["builders", "readers"] },
  eve: { name: "eve", groups: [] },
  root: { name: "root", groups: ["admins"] },
};
const tokens = Object.keys(people);
const subjects: readonly MemberSubject[] = [
  { kind: "User", name: "ada" },
  { kind: "User", name: "bob" },
  { kind: "Group", name: "builders" },
  { kind: "Group", name: "readers" },
  { kind: "ServiceAccount", name: "robot", namespace: "garden-p0" },
];
const names = ["p0", "p1", "p2"];

/** A garden with projects and RoleBindings, and the changes of access that Almanac derives from watch events. */
function world() {
  const projects = createObjectCache<Project>(log);
  const bindings = createObjectCache<RoleBinding>(log);
  projects.swap([], "1");
  bindings.swap([], "1");
  const directory = createProjectDirectory(projects);
  const grants = createRoleGrants(bindings);
  /** Names of the RoleBindings whose role allows listing Shoots. */
  const reading = new Set<string>();
  let isRoleGone = false;
  let asked: string[] = [];
  let now = 0;
  let version = 1;

  /** Fake authorization result: Gardener binds project members, and administrators can create other bindings. */
  function allows(identity: UserIdentity, namespace: string | undefined): boolean {
    if (identity.groups.includes("admins")) return true;
    if (namespace === undefined || isRoleGone) return false;
    const asMember = projects.all().some((each) => each.spec.namespace === namespace && isMember(each, identity));
    const isBound = ({ metadata, subjects: named }: RoleBinding) =>
      reading.has(metadata.name) && (named ?? []).some((subject) => matchesRbacSubject(subject, identity));
    return asMember || bindings.inNamespace(namespace).some(isBound);
  }

  const identityOf = (token: string) => people[token] ?? { name: "", groups: [] };
  const withToken = (token: string) =>
    createReviewingClient(async ({ spec }) => {
      const namespace = spec?.resourceAttributes.namespace;
      const identity = identityOf(token);
      asked.push(`${token} ${spec === undefined ? "is who" : (namespace ?? "everywhere")}`);
      if (spec === undefined) return { userInfo: { username: identity.name, groups: [...identity.groups] } };
      return { allowed: allows(identity, namespace) };
    });
  const newScopes = () => {
    const reviews = createAccessReviews({ withToken, now: () => now });
    return createUserScopes({ reviews, projects: directory, grants, now: () => now });
  };
  const scopes = newScopes();

  /** Like an event stream, reads its access again only when told that a change affects it. */
  const held = new Map<string, UserScope>();
  const told = new Set<string>();
  const tell = (concerns: AffectedScopeTest) => {
    for (const [token, scope] of held) if (concerns(scope)) told.add(token);
  };
  directory.onChange((before, after) => tell(scopes.projectChanged(before, after)));
  grants.onChange((changes) => tell(scopes.grantsChanged(changes)));

  function next<Item extends KubeObject>(object: Item): WatchedObject<Item> {
    version += 1;
    const uid = object.metadata.uid ?? `${object.metadata.name}-${version}`;
    return { ...object, metadata: { ...object.metadata, uid, resourceVersion: String(version) } };
  }

  return {
    project(name: string, members: readonly MemberSubject[], description: string, hasNamespace: boolean) {
      const before = projects.byName("", name);
      const metadata = { name, ...(before && { uid: before.metadata.uid }) };
      const spec = { members: [...members], description, ...(hasNamespace ? { namespace: `garden-${name}` } : {}) };
      projects.apply([{ kind: "upsert", object: next({ metadata, spec }) }]);
    },
    bind(name: string, namespace: string, named: readonly MemberSubject[], lets: boolean) {
      const before = bindings.byName(namespace, name);
      // The roleRef of a binding is immutable.
      if (before === undefined && lets) reading.add(name);
      if (before === undefined && !lets) reading.delete(name);
      const metadata = { name, namespace, ...(before && { uid: before.metadata.uid }) };
      bindings.apply([{ kind: "upsert", object: next({ metadata, subjects: [...named] }) }]);
    },
    removeProject(name: string) {
      const object = projects.byName("", name);
      if (object !== undefined) projects.apply([{ kind: "delete", object: next(object) }]);
    },
    unbind(name: string, namespace: string) {
      const object = bindings.byName(namespace, name);
      if (object !== undefined) bindings.apply([{ kind: "delete", object: next(object) }]);
    },
    loseRole(isGone: boolean) {
      isRoleGone = isGone;
      now += minuteMs;
      for (const token of held.keys()) told.add(token);
    },
    pass(ms: number) {
      now += ms;
    },
    /** The requests to the garden since the last call. */
    takeAsked() {
      const before = asked;
      asked = [];
      return before;
    },
    async look(token: string): Promise<void> {
      held.set(token, await scopes.scopeOf(token));
    },
    async followAll(): Promise<void> {
      for (const token of told) if (held.has(token)) held.set(token, await scopes.scopeOf(token));
      told.clear();
    },
    seen: (token: string) => seen(held.get(token)),
    async truth(token: string) {
      const before = asked;
      const scope = await newScopes().scopeOf(token);
      asked = before;
      return seen(scope);
    },
  };
}

function seen(scope: UserScope | undefined) {
  if (scope === undefined) return undefined;
  const { all, namespaces, shown, rowsKey, shownKey } = scope;
  return { all, namespaces: [...namespaces].sort(), shown, rowsKey, shownKey };
}

const members = fc.subarray([...subjects]);
const place = fc.record({ name: fc.constantFrom("b0", "b1"), namespace: fc.constantFrom("garden-p0", "garden-p1") });
const step = fc.oneof(
  fc.record({
    do: fc.constant("project" as const),
    name: fc.constantFrom(...names),
    members,
    description: fc.constantFrom("", "first", "second"),
    hasNamespace: fc.boolean(),
  }),
  fc.record({ do: fc.constant("bind" as const), at: place, members, lets: fc.boolean() }),
  fc.record({ do: fc.constant("unbind" as const), at: place }),
  fc.record({ do: fc.constant("delete" as const), name: fc.constantFrom(...names) }),
  fc.record({ do: fc.constant("pass" as const), ms: fc.constantFrom(1_000, 20_000, 70_000) }),
  fc.record({ do: fc.constant("look" as const), token: fc.constantFrom(...tokens) }),
  fc.record({ do: fc.constant("role" as const), isGone: fc.boolean() }),
);

describe("S13: what a change makes of a scope is worked out from what is known", () => {
  test("and is what asking about everything would have found, whatever happened", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
        const garden = world();
        for (const token of tokens) await garden.look(token);
        for (const each of steps) {
          if (each.do === "project") garden.project(each.name, each.members, each.description, each.hasNamespace);
          else if (each.do === "bind") garden.bind(each.at.name, each.at.namespace, each.members, each.lets);
          else if (each.do === "unbind") garden.unbind(each.at.name, each.at.namespace);
          else if (each.do === "delete") garden.removeProject(each.name);
          else if (each.do === "pass") garden.pass(each.ms);
          else if (each.do === "role") garden.loseRole(each.isGone);
          else await garden.look(each.token);
          await garden.followAll();
          for (const token of tokens) expect(garden.seen(token)).toEqual(await garden.truth(token));
        }
      }),
      { seed: 20261123, numRuns: caseCount(60, 300) },
    );
  });

  async function watched() {
    const garden = world();
    for (const name of names) garden.project(name, [subjects[0] ?? { kind: "User", name: "ada" }], "", true);
    garden.bind("b0", "garden-p0", [{ kind: "User", name: "bob" }], true);
    for (const token of tokens) await garden.look(token);
    garden.pass(10_000);
    garden.takeAsked();
    return garden;
  }

  test("a RoleBinding asks about its namespace alone, and of those whom it names anew or no more", async () => {
    const garden = await watched();
    garden.bind("b1", "garden-p1", [{ kind: "User", name: "bob" }], true);
    await garden.followAll();
    expect(garden.takeAsked()).toEqual(["bob garden-p1"]);
    garden.bind("b1", "garden-p1", [{ kind: "User", name: "bob" }], true);
    garden.bind(
      "b1",
      "garden-p1",
      [
        { kind: "User", name: "bob" },
        { kind: "User", name: "stranger" },
      ],
      true,
    );
    await garden.followAll();
    expect(garden.takeAsked()).toEqual([]);
    garden.unbind("b1", "garden-p1");
    await garden.followAll();
    expect(garden.takeAsked()).toEqual([]);
    expect(garden.seen("bob")?.namespaces).toEqual(["garden-p0"]);
  });

  test("a project that comes or goes asks about nobody who has nothing to do with it", async () => {
    const garden = await watched();
    garden.project("p9", [{ kind: "User", name: "stranger" }], "", true);
    garden.removeProject("p9");
    await garden.followAll();
    expect(garden.takeAsked()).toEqual([]);
    expect(garden.seen("root")).toEqual(await garden.truth("root"));
  });

  test("a project that comes after its RoleBinding is seen by whom that names", async () => {
    const garden = await watched();
    garden.bind("b1", "garden-p9", [{ kind: "User", name: "eve" }], true);
    await garden.followAll();
    garden.project("p9", [], "", true);
    await garden.followAll();
    expect(garden.seen("eve")?.namespaces).toEqual(["garden-p9"]);
  });

  test("a change that comes while somebody is asked about is not lost", async () => {
    const garden = world();
    garden.project("p0", [], "", true);
    const looking = garden.look("bob");
    garden.bind("b0", "garden-p0", [{ kind: "User", name: "bob" }], true);
    await looking;
    await garden.look("bob");
    expect(garden.seen("bob")?.namespaces).toEqual(["garden-p0"]);
  });
});
