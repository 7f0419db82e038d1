import "server-only";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { projects } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { forbidden } from "../../api/errors/api-error.ts";
import type { Strategy } from "../../api/registry/resource-definition.ts";
import { protectedSeed } from "../rules/protected-seed.ts";
import { fieldCause } from "../rules/shoot-fault-words.ts";
import { validateProject } from "./project-and-seed.ts";

const longestName = 10;
const roles = ["admin", "owner", "serviceaccountmanager", "uam", "viewer", "extension:*"];

/** @source Gardener: pkg/api/core/validation/project.go, pkg/apiserver/registry/core/project/strategy.go */
export const projectStrategy: Strategy = {
  hasGeneration: true,
  hasStatus: true,
  mutate: (project) => withTolerations(withOwnerAsMember(project)),
  validate: (project) => [...validateProject(project), ...memberCauses(project)],
  validateCreate: ({ metadata: { name } }) => [
    ...(name.length > longestName
      ? [fieldCause("TooLong", "metadata.name", `may not be more than ${longestName} bytes`)]
      : []),
    ...(name.includes("--")
      ? [
          fieldCause(
            "Invalid",
            "metadata.name",
            `${JSON.stringify(name)}: name may not contain two consecutive hyphens`,
          ),
        ]
      : []),
  ],
  validateUpdate: changeCauses,
  admitDeletion: ({ metadata }) => {
    if (metadata.annotations?.[annotations.confirmDeletion] === "true") return;
    const missing = `must have a ${JSON.stringify(annotations.confirmDeletion)} annotation to delete`;
    throw forbidden(projects, metadata.name, missing);
  },
};

const identityOf = (subject: unknown): string => `${textAt(subject, "kind")} ${textAt(subject, "name")}`;

/** Whoever owns a project is a member of it. */
function withOwnerAsMember(project: KubeObject): KubeObject {
  const spec = fieldAt(project, "spec");
  const owner = fieldAt(spec, "owner");
  if (!isRecord(spec) || !isRecord(owner)) return project;
  const members = listAt(spec, "members");
  if (members.some((member) => identityOf(member) === identityOf(owner))) return project;
  return { ...project, ...{ spec: { ...spec, members: [...members, { ...owner, role: "admin", roles: ["owner"] }] } } };
}

/** The operators' own clusters may be on seeds that are protected. @source Gardener: pkg/apis/core/v1beta1/defaults_project.go */
function withTolerations(project: KubeObject): KubeObject {
  const spec = fieldAt(project, "spec");
  if (!isRecord(spec) || spec.namespace !== "garden") return project;
  const withKey = (field: string) => {
    const tolerations = listAt(spec, "tolerations", field);
    const has = tolerations.some((toleration) => textAt(toleration, "key") === protectedSeed);
    return has ? tolerations : [...tolerations, { key: protectedSeed }];
  };
  const tolerations = { whitelist: withKey("whitelist"), defaults: withKey("defaults") };
  return { ...project, ...{ spec: { ...spec, tolerations } } };
}

function memberCauses(project: KubeObject): readonly KubeStatusCause[] {
  const causes: KubeStatusCause[] = [];
  let owners = 0;
  for (const [index, member] of listAt(project, "spec", "members").entries()) {
    const held = [fieldAt(member, "role"), ...listAt(member, "roles")].filter((role) => role != null && role !== "");
    for (const [at, role] of held.entries()) {
      const path = `spec.members[${index}].roles[${at}]`;
      if (!roles.includes(String(role)) && !String(role).startsWith("extension:")) {
        const supported = roles.map((known) => JSON.stringify(known)).join(", ");
        causes.push(fieldCause("NotSupported", path, `${JSON.stringify(role)}: supported values: ${supported}`));
      }
      if (role === "owner" && ++owners > 1) {
        causes.push(fieldCause("Forbidden", path, "cannot have more than one member having the owner role"));
      }
    }
  }
  return causes;
}

function changeCauses(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  const [had, has] = [before, after].map((project) => fieldAt(project, "spec", "namespace"));
  const isLost = fieldAt(before, "spec", "owner") != null && fieldAt(after, "spec", "owner") == null;
  return [
    ...(had != null && !semanticallyEqual(had, has)
      ? [fieldCause("Invalid", "spec.namespace", `${JSON.stringify(has ?? null)}: field is immutable`)]
      : []),
    ...(isLost ? [fieldCause("Invalid", "spec.owner", "null: owner cannot be reset")] : []),
  ];
}
