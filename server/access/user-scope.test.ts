import { describe, expect, test } from "vitest";
import type { Project } from "#lib/garden/project.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { tokenHash } from "#server/identity/session.ts";
import { type AccessReviews, createAccessReviews } from "./access-reviews.ts";
import { createReviewingClient } from "./create-reviewing-client.fixture.ts";
import { createUserScopes, scopeIncludesNamespace } from "./user-scope.ts";

function project(name: string, members: Project["spec"]["members"], more: object = {}): Project {
  return { metadata: { name, uid: name }, spec: { namespace: `garden-${name}`, members: members ?? [], ...more } };
}

const ada = { kind: "User", name: "ada" };

/** A garden in which `allowed` says who can list which resource; "*" stands for all namespaces. */
function world(given: { projects: Project[]; allowed: string[]; groups?: string[] }) {
  const asked: string[] = [];
  let now = 0;
  let projects = given.projects;
  const reviews: AccessReviews = {
    identityOf: async () => ({ name: "ada", groups: given.groups ?? [] }),
    may: async (_token, { resource, namespace = "*" }: ResourceAttributes) => {
      asked.push(`${resource} ${namespace}`);
      return given.allowed.includes(`${resource} ${namespace}`);
    },
    forget: () => undefined,
  };
  const scopes = createUserScopes({ reviews, projects: { all: () => projects }, now: () => now });
  return {
    scopes,
    asked,
    pass: (ms: number) => {
      now += ms;
    },
    replace: (before: Project, after: Project | undefined) => {
      projects = [...projects.filter((each) => each !== before), ...(after === undefined ? [] : [after])];
      scopes.projectChanged(before, after);
    },
  };
}

const names = (scope: { shown: { projects: readonly { name: string }[] } }) =>
  scope.shown.projects.map(({ name }) => name);

describe("S12: who sees what", () => {
  test("whoever may list all Shoots sees everything", async () => {
    const { scopes } = world({ projects: [project("a", []), project("b", [])], allowed: ["shoots *"] });
    const scope = await scopes.scopeOf("t");
    expect(scope.all).toBe(true);
    expect(scopeIncludesNamespace(scope, "garden-anything")).toBe(true);
    expect(names(scope)).toEqual(["a", "b"]);
  });

  test("descriptions are shown only to those who may list projects", async () => {
    const projects = [project("a", [], { description: "secret plans" })];
    const blind = await world({ projects, allowed: ["shoots *"] }).scopes.scopeOf("t");
    expect(JSON.stringify(blind.shown)).not.toContain("secret plans");
    const seeing = await world({ projects, allowed: ["shoots *", "projects *"] }).scopes.scopeOf("t");
    expect(JSON.stringify(seeing.shown)).toContain("secret plans");
  });

  test.each<[string, Project, string[]]>([
    ["a member by name", project("a", [ada]), []],
    ["a member by group", project("a", [{ kind: "Group", name: "team" }]), ["team"]],
    ["the owner", project("a", [], { owner: ada }), []],
  ])("%s sees the project", async (_name, own, groups) => {
    const { scopes } = world({
      projects: [own, project("b", [])],
      allowed: ["shoots garden-a", "shoots garden-b"],
      groups,
    });
    const scope = await scopes.scopeOf("t");
    expect(names(scope)).toEqual(["a"]);
    expect(scopeIncludesNamespace(scope, "garden-a")).toBe(true);
    expect(scopeIncludesNamespace(scope, "garden-b")).toBe(false);
  });

  test.each<[string, Project, boolean | undefined]>([
    ["an owner", project("a", [], { owner: ada }), true],
    ["an admin", project("a", [{ ...ada, role: "admin" }]), true],
    ["an admin by a second role", project("a", [{ ...ada, role: "viewer", roles: ["admin"] }]), true],
    ["a viewer", project("a", [{ ...ada, role: "viewer" }]), undefined],
    ["a manager of members", project("a", [{ ...ada, role: "uam", roles: null }]), undefined],
  ])("%s is told whether a project is theirs to change", async (_name, own, mine) => {
    const { scopes } = world({ projects: [own], allowed: ["shoots garden-a"] });
    const { shown } = await scopes.scopeOf("t");
    expect(shown.projects.map((each) => each.mine)).toEqual([mine]);
  });

  test("projects of others are not even asked about", async () => {
    const { scopes, asked } = world({
      projects: [project("a", [ada]), project("b", [])],
      allowed: ["shoots garden-a"],
    });
    await scopes.scopeOf("t");
    expect(asked).toEqual(["shoots *", "shoots garden-a"]);
  });

  test("a stranger sees nothing", async () => {
    const { scopes } = world({ projects: [project("a", [])], allowed: [] });
    expect((await scopes.scopeOf("t")).shown).toEqual({ all: false, projects: [], unreadable: [] });
  });

  test("a member whom the garden does not let list is told so", async () => {
    const { scopes } = world({ projects: [project("a", [ada])], allowed: [] });
    const { shown, namespaces } = await scopes.scopeOf("t");
    expect(namespaces.size).toBe(0);
    expect(shown.unreadable).toEqual([{ name: "a", reason: "may-not-list" }]);
  });
});

describe("S13: what was granted ends", () => {
  test("a removed member loses the project at once, whatever the cache holds", async () => {
    const own = project("a", [ada]);
    const { scopes, replace } = world({ projects: [own], allowed: ["shoots garden-a"] });
    expect(names(await scopes.scopeOf("t"))).toEqual(["a"]);
    replace(own, project("a", []));
    expect(names(await scopes.scopeOf("t"))).toEqual([]);
  });

  test("a right that RBAC takes is noticed within the cache's time", async () => {
    const allowed = ["shoots *"];
    const { scopes, pass } = world({ projects: [], allowed });
    expect((await scopes.scopeOf("t")).all).toBe(true);
    allowed.length = 0;
    pass(60_000);
    expect((await scopes.scopeOf("t")).all).toBe(false);
  });

  test("what a new member may not read yet is asked again soon", async () => {
    const allowed: string[] = [];
    const { scopes, pass } = world({ projects: [project("a", [ada])], allowed });
    await scopes.scopeOf("t");
    allowed.push("shoots garden-a");
    pass(5_000);
    expect(names(await scopes.scopeOf("t"))).toEqual(["a"]);
  });
});

describe("S14: access reviews", () => {
  function counting(answer: () => Promise<boolean>) {
    const asked: string[] = [];
    let now = 0;
    const withToken = (token: string) =>
      createReviewingClient(async () => {
        asked.push(token);
        return { allowed: await answer() };
      });
    const reviews = createAccessReviews({ withToken, now: () => now });
    return { reviews, asked, pass: (ms: number) => (now += ms) };
  }
  const attributes = { verb: "list", resource: "shoots", namespace: "a" };

  test("fifty equal questions at once are one request", async () => {
    const { reviews, asked } = counting(async () => true);
    await Promise.all(Array.from({ length: 50 }, () => reviews.may("t", attributes)));
    expect(asked).toEqual(["t"]);
  });

  test("an answer for one token says nothing about another", async () => {
    const { reviews, asked } = counting(async () => true);
    await reviews.may("t", attributes);
    await reviews.may("u", attributes);
    expect(asked).toEqual(["t", "u"]);
  });

  test("an answer is believed for a minute", async () => {
    const { reviews, asked, pass } = counting(async () => true);
    await reviews.may("t", attributes);
    pass(59_999);
    await reviews.may("t", attributes);
    expect(asked).toHaveLength(1);
    pass(1);
    await reviews.may("t", attributes);
    expect(asked).toHaveLength(2);
  });

  test("a failure is not believed at all", async () => {
    let failing = true;
    const { reviews } = counting(async () => {
      if (failing) throw new GardenError({ reason: "unreachable", message: "away" });
      return true;
    });
    await expect(reviews.may("t", attributes)).rejects.toThrow("away");
    failing = false;
    expect(await reviews.may("t", attributes)).toBe(true);
  });

  test("what is forgotten for one token is kept for the others", async () => {
    const { reviews, asked } = counting(async () => true);
    await reviews.may("t", attributes);
    await reviews.may("u", attributes);
    reviews.forget(new Map([[tokenHash("t"), new Set(["a"])]]));
    await reviews.may("t", attributes);
    await reviews.may("u", attributes);
    expect(asked).toEqual(["t", "u", "t"]);
  });
});
