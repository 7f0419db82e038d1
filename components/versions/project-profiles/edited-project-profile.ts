import type { ProjectProfile } from "#lib/contract/project/project-profiles.ts";
import type { ProjectProfileBase } from "#lib/view/project-profiles/validate-project-profile-draft.ts";

/** A new profile of a project, or one that was read. */
export interface EditedProjectProfile extends Omit<ProjectProfileBase, "stored"> {
  readonly project: string;
  readonly namespace: string;
  readonly stored: ProjectProfile | undefined;
}
