import "server-only";
import { fieldErrorCause, forbiddenError } from "#garden/api/errors/api-error.ts";
import { castStored } from "#garden/api/registry/garden-reader.ts";
import type { AdmissionContext, StorageStrategy } from "#garden/api/registry/resource-definition.ts";
import type { MemberSubject, Project, ProjectMember } from "#lib/garden/project.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { LabelSelector } from "#lib/kube/label-selector.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { projects } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { rolesOfMember, subjectOfMember } from "#lib/policy/projects/project-members.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { withoutEmptyLists } from "../admission/empty-lists.ts";
import { protectedSeedTaint } from "../rules/protected-seed-taint.ts";
import { projectOfNamespace } from "../rules/shoot-rules.ts";
import {
  isSameSubject,
  userSubject,
  validateMemberSubject,
  validateProjectMembers,
  withMemberDefaults,
  withOwnersRole,
  withSubjectDefaults,
} from "./project-members.ts";
import {
  isReservedNamespace,
  validateProjectName,
  validateProjectNamespace,
  validateProjectSpec,
} from "./project-validation.ts";

/**
 * Defaulting and validation of Projects. @source Gardener: v1beta1/defaults_project.go, plugin/pkg/project/mutator,
 * pkg/apiserver/registry/core/project/strategy.go, pkg/api/core/validation/project.go
 */
export const projectStrategy: StorageStrategy = {
  hasGeneration: true,
  hasStatus: true,
  mutate(wanted, before, { user }) {
    const project = withDefaults(asProject(wanted));
    return withOwnerAsMember(before === undefined ? withCreator(project, user.name) : project);
  },
  validateCreate: (project) => [...validateProjectName(project.metadata.name), ...specCauses(project)],
  validateUpdate: (before, after) => [...specCauses(after, before), ...changeCauses(before, after)],
  canonicalize(object) {
    const project = asProject(
      castStored<Project>({ ...object, ...{ spec: withoutEmptyLists(fieldAt(object, "spec")) } }),
    );
    const { owner, members } = project.spec;
    return owner && members ? withSpec(project, { members: withOwnersRole(members, owner) }) : project;
  },
  admit(wanted, before, context) {
    refuseWithoutVerb(wanted, before, context);
    const { namespace } = asProject(wanted).spec;
    const user = namespace ? projectOfNamespace(context.garden, namespace) : undefined;
    if (!user || user.metadata.name === wanted.metadata.name) return;
    const why = `namespace ${JSON.stringify(namespace)} is already used by another project`;
    throw forbiddenError(projects, wanted.metadata.name, why);
  },
  admitDeletion: ({ metadata }) => {
    if (isTruthy(metadata.annotations?.[annotations.confirmDeletion])) return;
    const missing = `must have a ${JSON.stringify(annotations.confirmDeletion)} annotation to delete`;
    throw forbiddenError(projects, metadata.name, missing);
  },
};

function asProject(object: KubeObject): Project {
  const project = castStored<Project>(object);
  return { ...project, spec: project.spec ?? {} };
}

function withSpec(project: Project, change: Partial<Project["spec"]>): Project {
  return { ...project, spec: { ...project.spec, ...change } };
}

/** Sets defaults. The namespace `garden` tolerates protected Seeds, for the operators' own clusters. */
function withDefaults(project: Project): Project {
  const { owner, members, namespace, tolerations, dualApprovalForDeletion: approvals } = project.spec;
  const withKey = (field: "whitelist" | "defaults") => {
    const listed = tolerations?.[field] ?? [];
    return listed.some(({ key }) => key === protectedSeedTaint) ? listed : [...listed, { key: protectedSeedTaint }];
  };
  return withSpec(project, {
    ...(owner && { owner: withSubjectDefaults(owner) }),
    ...(members && { members: members.map(withMemberDefaults) }),
    // Go writes an empty selector where there is none.
    ...(approvals && {
      dualApprovalForDeletion: approvals.map((rule) => ({ ...rule, selector: withoutEmptyMap(rule.selector ?? {}) })),
    }),
    ...(namespace === "garden" && { tolerations: { whitelist: withKey("whitelist"), defaults: withKey("defaults") } }),
  });
}

function withoutEmptyMap({ matchLabels, ...selector }: LabelSelector): LabelSelector {
  const isEmpty = isRecord(matchLabels) && Object.keys(matchLabels).length === 0;
  return { ...selector, ...(matchLabels != null && !isEmpty && { matchLabels }) };
}

/** Makes a project's creator its owner, unless the request names an owner or a member with the role `owner`. */
function withCreator(project: Project, user: string): Project {
  const createdBy = userSubject(user);
  const inRole = (project.spec.members ?? []).find((member) => rolesOfMember(member).includes("owner"));
  return withSpec(project, { createdBy, owner: project.spec.owner ?? (inRole ? subjectOfMember(inRole) : createdBy) });
}

/** Adds the owner to the members. */
function withOwnerAsMember(project: Project): Project {
  const { owner } = project.spec;
  const members = project.spec.members ?? [];
  if (!owner || members.some((member) => isSameSubject(subjectOfMember(member), owner))) return project;
  const member: ProjectMember = { ...owner, role: "admin", roles: ["owner"] };
  return withSpec(project, { members: [...members, member] });
}

function specCauses(object: KubeObject, before?: KubeObject): readonly KubeStatusCause[] {
  const { spec } = asProject(object);
  const { members, createdBy, owner, namespace } = spec;
  const subjects = { createdBy, owner };
  const ofNamespace = validateProjectNamespace(namespace);
  if (isReservedNamespace(namespace)) return ofNamespace;
  return [
    ...ofNamespace,
    ...validateProjectMembers(members ?? []),
    ...Object.entries(subjects).flatMap(([field, subject]) =>
      subject ? validateMemberSubject(subject, `spec.${field}`) : [],
    ),
    ...validateProjectSpec(spec, before && asProject(before).spec),
  ];
}

function changeCauses(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  const fixed = ["createdBy", "namespace"].flatMap((field) => {
    const [had, has] = [before, after].map((project) => fieldAt(project, "spec", field));
    if (had == null || semanticallyEqual(had, has)) return [];
    return [fieldErrorCause("Invalid", `spec.${field}`, `${JSON.stringify(has ?? null)}: field is immutable`)];
  });
  const isLost = fieldAt(before, "spec", "owner") != null && fieldAt(after, "spec", "owner") == null;
  return [...fixed, ...(isLost ? [fieldErrorCause("Invalid", "spec.owner", "null: owner cannot be reset")] : [])];
}

/** Changing human members, owner or tolerable taints needs a custom verb. @source Gardener: customverbauthorizer */
function refuseWithoutVerb(
  wanted: KubeObject,
  before: KubeObject | undefined,
  { user, mayUse }: AdmissionContext,
): void {
  const [old, next] = [before && asProject(before).spec, asProject(wanted).spec];
  const refuse = (verb: string, what: string) => {
    if (mayUse(verb, projects, wanted)) return;
    const who = `user ${JSON.stringify(user.name)} is not allowed to ${what} for "projects"`;
    throw forbiddenError(projects, wanted.metadata.name, who);
  };
  if (isWhitelistChange(old?.tolerations, next.tolerations)) {
    refuse("modify-spec-tolerations-whitelist", "modify .spec.tolerations.whitelist");
  } else if (
    !isOwner(user, next.owner) &&
    !semanticallyEqual(peopleIn(old, next.owner, rolesOfMember), peopleIn(next, next.owner, leftRolesOf))
  ) {
    refuse("manage-members", "manage human users or groups in .spec.members");
  } else if (old?.owner && !isOwner(user, old.owner) && !semanticallyEqual(old.owner, next.owner)) {
    refuse("manage-members", "manage owner in .spec.owner");
  }
}

type Tolerations = Project["spec"]["tolerations"];

/** Gardener takes tolerations that come or go for a change of the whitelist, even if they have none. */
function isWhitelistChange(before: Tolerations, after: Tolerations): boolean {
  if (before == null || after == null) return (before == null) !== (after == null);
  return !semanticallyEqual(before.whitelist ?? [], after.whitelist ?? []);
}

/** Sorted list of all members with their roles, without service accounts and the owner. */
function peopleIn(
  spec: Project["spec"] | undefined,
  owner: MemberSubject | null | undefined,
  rolesOf: (member: ProjectMember) => readonly string[],
): readonly string[] {
  return (spec?.members ?? [])
    .filter(
      (member) => !isServiceAccount(member) && !(owner && owner.kind === member.kind && owner.name === member.name),
    )
    .flatMap((member) => rolesOf(member).map((role) => JSON.stringify([member.kind, member.name, role])))
    .sort();
}

/** The roles of a member of a wanted project, who has none if the role `owner` was the only one and is taken away. */
function leftRolesOf(member: ProjectMember): readonly string[] {
  return member.role ? rolesOfMember(member) : [""];
}

function isServiceAccount({ kind, name }: MemberSubject): boolean {
  return kind === "ServiceAccount" || (kind === "User" && name.startsWith("system:serviceaccount:"));
}

function isOwner(user: AdmissionContext["user"], owner: MemberSubject | null | undefined): boolean {
  if (!owner) return true;
  switch (owner.kind) {
    case "ServiceAccount":
      return user.name === `system:serviceaccount:${owner.namespace}:${owner.name}`;
    case "Group":
      return user.groups.includes(owner.name);
    default:
      return user.name === owner.name;
  }
}
