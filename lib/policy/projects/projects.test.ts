import { describe, expect, test } from "vitest";
import { findProjectNameErrors, findProjectNamespaceErrors, findProjectTextErrors } from "./find-project-errors.ts";
import { findMemberChangeWarnings, needsManageMembers, type ProjectPeople } from "./member-changes.ts";
import { memberWithRoles, rolesOfMember, subjectKey, subjectOf } from "./project-members.ts";
import { isProjectRole } from "./project-roles.ts";
import { staleProjectOf } from "./stale-project.ts";

const ann = subjectOf("User", "ann");
const bob = subjectOf("User", "bob");
const robot = subjectOf("ServiceAccount", "robot", "garden-shop");
const people = (...members: ProjectPeople["members"]): ProjectPeople => ({ owner: ann, members });
const codes = (errors: readonly { readonly code: string }[]) => errors.map(({ code }) => code);

describe("the roles of a member", () => {
  test("the first role stands alone, and no role counts twice", () => {
    expect(rolesOfMember({ role: "admin", roles: ["viewer", "admin"] })).toEqual(["admin", "viewer"]);
    expect(rolesOfMember({ role: "", roles: ["uam", "viewer"] })).toEqual(["uam", "viewer"]);
    expect(memberWithRoles(bob, ["uam", "viewer"])).toEqual({ ...bob, role: "uam", roles: ["viewer"] });
    expect(memberWithRoles(robot, [])).toEqual(robot);
  });

  test("a member without roles is a viewer", () => {
    expect(rolesOfMember({})).toEqual(["viewer"]);
    expect(rolesOfMember({ role: "", roles: null })).toEqual(["viewer"]);
    expect(rolesOfMember({ roles: [] })).toEqual(["viewer"]);
  });

  test.each([
    ["admin", true],
    ["extension:deployer", true],
    ["extension:", true],
    ["extension:..", false],
    [`extension:${"ä".repeat(11)}`, false],
    [`extension:${"x".repeat(21)}`, false],
    ["extension:a/b", false],
    ["boss", false],
  ])("the garden knows the role %s: %s", (role, isKnown) => expect(isProjectRole(role)).toBe(isKnown));

  test("a service account is the same one when it is named as a user", () => {
    expect(subjectKey(subjectOf("User", "system:serviceaccount:garden-shop:robot"))).toBe(subjectKey(robot));
    expect(subjectKey(subjectOf("Group", "ann"))).not.toBe(subjectKey(ann));
  });
});

describe("the verb manage-members", () => {
  const before = people(memberWithRoles(ann, ["admin", "owner"]), memberWithRoles(bob, ["viewer"]));

  test.each<[string, ProjectPeople, boolean]>([
    ["a person is added", people(...before.members, memberWithRoles(subjectOf("User", "eve"), ["viewer"])), true],
    ["a group is added", people(...before.members, memberWithRoles(subjectOf("Group", "team"), ["viewer"])), true],
    ["a person is removed", people(...before.members.slice(0, 1)), true],
    ["a person gets another role", people(...before.members.slice(0, 1), memberWithRoles(bob, ["admin"])), true],
    ["a service account is added", people(...before.members, memberWithRoles(robot, ["admin"])), false],
    [
      "a service account is added by the name of a user",
      people(...before.members, memberWithRoles(subjectOf("User", "system:serviceaccount:x:y"), ["admin"])),
      false,
    ],
    ["the owner's own roles change", people(memberWithRoles(ann, ["owner"]), memberWithRoles(bob, ["viewer"])), false],
    ["members are listed in another order", people(...before.members.toReversed()), false],
    ["another owner is named", { ...before, owner: bob }, true],
    ["a viewer is named without a role", people(...before.members.slice(0, 1), bob), false],
    [
      "somebody who is no owner gets the role of one beside the others",
      people(...before.members.slice(0, 1), memberWithRoles(bob, ["viewer", "owner"])),
      false,
    ],
    [
      "somebody who is no owner gets the role of one alone",
      people(...before.members.slice(0, 1), memberWithRoles(bob, ["owner"])),
      true,
    ],
  ])("when %s: %#", (_what, after, isNeeded) => expect(needsManageMembers(before, after)).toBe(isNeeded));

  test("when the owner is the same service account in the other spelling", () => {
    const spelled = subjectOf("User", "system:serviceaccount:garden-shop:robot");
    const owned = (owner: ProjectPeople["owner"]) => ({ owner, members: [] });
    expect(needsManageMembers(owned(robot), owned(spelled))).toBe(true);
    expect(needsManageMembers(owned(robot), owned({ ...robot, apiGroup: "" }))).toBe(false);
  });
});

describe("a change of members warns", () => {
  const isBob = ({ name }: { readonly name: string }) => name === "bob";
  const warned = (before: ProjectPeople, after: ProjectPeople) => findMemberChangeWarnings(before, after, isBob);
  const unowned = (...members: ProjectPeople["members"]): ProjectPeople => ({ owner: undefined, members });

  test("when nobody is left who can change clusters or manage members", () => {
    const before = unowned(memberWithRoles(bob, ["admin", "uam"]), memberWithRoles(robot, ["admin", "uam"]));
    expect(warned(before, unowned(memberWithRoles(robot, ["admin", "uam"])))).toEqual([
      { kind: "no-admin-left" },
      { kind: "nobody-manages-members" },
      { kind: "removes-yourself" },
    ]);
  });

  test("when one takes a role from oneself, and not while an owner is there to change clusters", () => {
    const before = people(memberWithRoles(bob, ["admin", "viewer"]));
    expect(warned(before, people(memberWithRoles(bob, ["viewer"])))).toEqual([
      { kind: "takes-your-roles", roles: ["admin"] },
    ]);
    expect(warned(before, before)).toEqual([]);
  });

  test("of nothing when the role owner of somebody who owns nothing goes", () => {
    const before = people(memberWithRoles(bob, ["viewer", "owner"]));
    expect(warned(before, people(memberWithRoles(bob, ["viewer"])))).toEqual([]);
  });
});

describe("a new project", () => {
  test.each([
    ["shop", []],
    ["", ["VALUE_REQUIRED"]],
    ["Shop", ["NAME_INVALID"]],
    ["a--b", ["NAME_DOUBLE_HYPHEN"]],
    ["elevenchars", ["PROJECT_NAME_TOO_LONG"]],
    ["taken", ["PROJECT_NAME_TAKEN"]],
  ])("is named %j: %j", (name, expected) => expect(codes(findProjectNameErrors(name, ["taken"]))).toEqual(expected));

  test.each([
    ["garden-shop", []],
    ["garden", []],
    ["shop", ["NAME_INVALID"]],
    ["garden-Shop", ["NAME_INVALID"]],
    ["gardener-system-public", ["NAME_INVALID"]],
  ])("has the namespace %s: %j", (namespace, expected) =>
    expect(codes(findProjectNamespaceErrors(namespace))).toEqual(expected),
  );

  test("describes itself in letters of any script and a few signs, but keeps an old text that does not", () => {
    expect(findProjectTextErrors("description", "Läden, 店 und mehr: a/b_c-d\\e.")).toEqual([]);
    expect(codes(findProjectTextErrors("purpose", "50 % off!"))).toEqual(["PROJECT_TEXT_CHARACTERS"]);
    expect(findProjectTextErrors("purpose", "50 % off!", "50 % off!")).toEqual([]);
  });

  test("has Go's spaces in its texts, which are not those of JavaScript", () => {
    expect(findProjectTextErrors("purpose", "a\u0085b\u00a0c\u3000d\te")).toEqual([]);
    expect(codes(findProjectTextErrors("purpose", "\ufeffa"))).toEqual(["PROJECT_TEXT_CHARACTERS"]);
  });
});

test("a project that nobody uses says since when, and when it is deleted only once that is decided", () => {
  const staleSinceTimestamp = "2026-11-01T00:00:00Z";
  const staleSince = Date.parse(staleSinceTimestamp);
  expect(staleProjectOf({ status: { phase: "Ready" } })).toBeUndefined();
  expect(staleProjectOf({ status: { staleSinceTimestamp } })).toEqual({ staleSince });
  const staleAutoDeleteTimestamp = "2027-01-30T00:00:00Z";
  const dates = { staleSinceTimestamp, staleAutoDeleteTimestamp };
  expect(staleProjectOf({ status: dates })).toEqual({
    staleSince,
    deletedAt: Date.parse(staleAutoDeleteTimestamp),
    deletedUntil: Date.parse("2027-01-30T12:00:00Z"),
  });
  expect(staleProjectOf({ status: { ...dates, phase: "Terminating" } })).toBeUndefined();
});
