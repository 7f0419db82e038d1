import * as z from "zod/mini";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { profileOverrideSchema } from "../cluster-forecast.ts";
import { versionListsSchema } from "../versions.ts";

const name = z.string().check(z.maxLength(253), z.refine(isDns1123Subdomain, "is not a valid name"));
const spec = z.record(z.string(), z.unknown());

/** What the user is allowed to do with a project's own profiles; undefined if the garden did not say. */
const rightsSchema = z.object({
  create: z.exactOptional(z.boolean()),
  change: z.exactOptional(z.boolean()),
  delete: z.exactOptional(z.boolean()),
  /** Custom verbs for these fields of the spec. */
  kubernetes: z.exactOptional(z.boolean()),
  machineImages: z.exactOptional(z.boolean()),
  providerConfig: z.exactOptional(z.boolean()),
});
export type ProjectProfileRights = z.infer<typeof rightsSchema>;

/**
 * `merged`: Gardener has merged the profile with its parent as it is now. `merging`: it has not done so yet.
 * `parent-missing`: there is no parent, so it never will. `deleting`: the profile goes when no cluster uses it.
 */
const stateSchema = z.enum(["merged", "merging", "parent-missing", "deleting"]);
export type ProjectProfileState = z.infer<typeof stateSchema>;

/** A NamespacedCloudProfile in the list of a project. */
const listedProfileSchema = z.object({
  name: z.string(),
  uid: z.string(),
  parent: z.string(),
  state: stateSchema,
  createdAt: z.exactOptional(z.string()),
  /** Versions that end at another time than in the parent, or that the parent does not list. */
  overrides: z.array(profileOverrideSchema),
  /** Names of types that are added to those of the parent, or replace one. */
  machineTypes: z.array(z.string()),
  volumeTypes: z.array(z.string()),
  maxNodesTotal: z.exactOptional(z.number()),
  /** Whether the profile adds certificates to those of the parent, or has settings for the provider's extension. */
  hasCertificates: z.boolean(),
  hasProviderConfig: z.boolean(),
});
export type ListedProjectProfile = z.infer<typeof listedProfileSchema>;

/** GET /api/projects/{project}/profiles. Which clusters use a profile is counted in the browser. */
export const projectProfilesSchema = z.object({
  namespace: z.string(),
  profiles: z.array(listedProfileSchema),
  rights: rightsSchema,
});
export type ProjectProfiles = z.infer<typeof projectProfilesSchema>;

/** GET /api/projects/{project}/profiles/{name}: read live with the user's own credential. */
export const projectProfileSchema = z.object({
  name: z.string(),
  namespace: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  spec,
  /** Version lists as Gardener has merged them; absent if it has not merged the profile yet. */
  merged: z.exactOptional(versionListsSchema),
  rights: rightsSchema,
});
export type ProjectProfile = z.infer<typeof projectProfileSchema>;

const uid = z.string().check(z.minLength(1), z.maxLength(128));

const edits = [
  z.object({ kind: z.literal("create"), name, spec }),
  z.object({
    kind: z.literal("change"),
    name,
    uid,
    resourceVersion: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Merge patch (RFC 7396) of the spec. */
    spec,
  }),
] as const;

/** POST …/profiles/{name}/preview: creates or changes a NamespacedCloudProfile as a dry run. */
export const projectProfileEditSchema = z.discriminatedUnion("kind", edits);
export type ProjectProfileEdit = z.infer<typeof projectProfileEditSchema>;

/** POST …/profiles: creates, changes or deletes a NamespacedCloudProfile. */
export const projectProfileChangeSchema = z.discriminatedUnion("kind", [
  ...edits,
  z.object({ kind: z.literal("delete"), name, uid }),
]);
export type ProjectProfileChange = z.infer<typeof projectProfileChangeSchema>;
