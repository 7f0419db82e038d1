import * as z from "zod/mini";
import { gardenPermissionNames, projectPermissionNames } from "./session.ts";

const namedSubjectSchema = z.object({ kind: z.string(), name: z.string(), namespace: z.exactOptional(z.string()) });

/** Why the garden allows an action: the binding that its API server names, with the role and who is bound. */
const permissionReasonSchema = z.object({
  kind: z.literal("binding"),
  subject: namedSubjectSchema,
  binding: namedSubjectSchema,
  role: z.object({ kind: z.string(), name: z.string() }),
  /** Roles of the subject in the project because of which Gardener made the binding; empty for other bindings. */
  projectRoles: z.array(z.string()),
});

/** Absent where the garden gives no reason. `other`: the reason in the garden's own words. */
const why = z.exactOptional(
  z.discriminatedUnion("kind", [permissionReasonSchema, z.object({ kind: z.literal("other"), text: z.string() })]),
);
export type PermissionReason = NonNullable<ExplainedPermissions["garden"][number]["why"]>;

/** A member or the owner of a project that stands for the user: by name, by group, or as a service account. */
const membershipSchema = z.extend(namedSubjectSchema, { roles: z.array(z.string()) });
export type UserMembership = z.infer<typeof membershipSchema>;

/** The same response with its reasons, which only the page of the session shows. */
export const explainedPermissionsSchema = z.object({
  garden: z.array(z.object({ act: z.enum(gardenPermissionNames), allowed: z.boolean(), why })),
  project: z.optional(z.array(z.object({ act: z.enum(projectPermissionNames), allowed: z.boolean(), why }))),
  /** Entries of the project's members that stand for the user; `more` others are left out. */
  memberships: z.exactOptional(z.object({ entries: z.array(membershipSchema), more: z.number() })),
});
export type ExplainedPermissions = z.infer<typeof explainedPermissionsSchema>;
export type UserMemberships = NonNullable<ExplainedPermissions["memberships"]>;
