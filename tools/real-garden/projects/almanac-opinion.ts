import type { MemberSubject, Project, ProjectMember } from "#lib/garden/project.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import {
  findProjectNameErrors,
  findProjectNamespaceErrors,
  findProjectTextErrors,
} from "#lib/policy/projects/find-project-errors.ts";
import { needsManageMembers, type ProjectPeople } from "#lib/policy/projects/member-changes.ts";
import { memberWithRoles, rolesOfMember, subjectKey, subjectOf } from "#lib/policy/projects/project-members.ts";
import { isProjectRole } from "#lib/policy/projects/project-roles.ts";
import { plantedProjectNames } from "./planted-objects.ts";
import type { RandomRequest } from "./random-projects.ts";

/** What Almanac says about a request before it is sent. */
export interface AlmanacOpinion {
  /** Fields that it calls invalid. */
  readonly invalid: readonly string[];
  /** Whether Almanac writes such members and owners at all. */
  readonly isWritable: boolean;
  /** Whether the name is that of a project that exists. */
  readonly isTaken: boolean;
  /** Whether the change of members needs the verb `manage-members`; undefined for other changes. */
  readonly needsManageMembers?: boolean;
}

/** The opinion about a write of a Project; undefined for requests that Almanac has no rules for. */
export function opinionOf({ area, body }: RandomRequest, before: unknown): AlmanacOpinion | undefined {
  if (area === "new project") return opinionOfNewProject(body);
  if (area === "project") return opinionOfChange(before, applyMergePatch(before, body));
  return undefined;
}

function opinionOfNewProject(wanted: unknown): AlmanacOpinion {
  const name = stringAt(wanted, "metadata", "name") ?? "";
  const namespace = stringAt(wanted, "spec", "namespace");
  const isOwn = namespace === `garden-${name}`;
  const ofName = findProjectNameErrors(name);
  const ofNamespace = namespace === undefined ? [] : findProjectNamespaceErrors(namespace);
  // Almanac's projects have the namespace of their name, so that it finds the errors of both at the name.
  const paths = isOwn ? [...ofName, ...ofNamespace].map(() => "metadata.name") : ofNamespace.map(({ path }) => path);
  return {
    invalid: [...new Set([...paths, ...invalidFields(wanted, undefined)])],
    isWritable: isWritable(wanted),
    isTaken: findProjectNameErrors(name, plantedProjectNames).some(({ code }) => code === "PROJECT_NAME_TAKEN"),
  };
}

function opinionOfChange(before: unknown, after: unknown): AlmanacOpinion {
  const [held, wanted] = [peopleOf(before), peopleOf(after)];
  return {
    invalid: invalidFields(after, before),
    isWritable: isWritable(after),
    isTaken: false,
    needsManageMembers: needsManageMembers(held, wanted),
  };
}

function invalidFields(project: unknown, before: unknown): readonly string[] {
  const texts = (["description", "purpose"] as const).flatMap((field) =>
    findProjectTextErrors(field, stringAt(project, "spec", field) ?? "", stringAt(before, "spec", field)),
  );
  const members = peopleOf(project).members;
  return [
    ...texts.map(({ path }) => path),
    ...members.flatMap((member, index) =>
      rolesOfMember(member).flatMap((role, at) => (isProjectRole(role) ? [] : [`spec.members[${index}].roles[${at}]`])),
    ),
    ...members.flatMap((member, index) => {
      const isRepeated = members.slice(0, index).some((other) => subjectKey(other) === subjectKey(member));
      return isRepeated ? [`spec.members[${index}]`] : [];
    }),
  ];
}

function peopleOf(project: unknown): ProjectPeople {
  if (!isKubeObject<Project>(project)) return { owner: undefined, members: [] };
  const { owner, members } = project.spec;
  return { owner: owner ?? undefined, members: withOwner(owner ?? undefined, members ?? []) };
}

/** The members after the garden has added the owner, whom it looks for in the same spelling. */
function withOwner(owner: MemberSubject | undefined, members: readonly ProjectMember[]): readonly ProjectMember[] {
  if (owner === undefined) return members;
  const { kind, name, namespace = "" } = owner;
  const isMember = members.some((one) => one.kind === kind && one.name === name && (one.namespace ?? "") === namespace);
  return isMember ? members : [...members, memberWithRoles(owner, ["admin", "owner"])];
}

/** Whether Almanac writes such members and owners at all: with the API group of their kind, and complete. */
function isWritable(project: unknown): boolean {
  const owner = fieldAt(project, "spec", "owner");
  return [...listAt(project, "spec", "members"), ...(owner == null ? [] : [owner])].every(isWritableSubject);
}

function isWritableSubject(subject: unknown): boolean {
  const [kind = "", name = "", namespace] = ["kind", "name", "namespace"].map((field) => stringAt(subject, field));
  const written = subjectOf(kind, name, namespace);
  const group = stringAt(subject, "apiGroup");
  const isPlaced = kind === "ServiceAccount" ? Boolean(namespace) : !namespace;
  return name !== "" && isPlaced && (group === undefined || group === (written.apiGroup ?? ""));
}
