import type { ListedProject, ShownMember } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";
import { projectRoleLabel } from "#lib/words/project-role-descriptions.ts";
import { formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

/** A project of the list, with what its clusters add up to; without numbers if the user does not see its clusters. */
export interface ProjectToExport {
  readonly project: ListedProject;
  readonly numbers:
    | {
        readonly clusters: number;
        readonly unhealthy: number;
        readonly next?: { readonly at: number; readonly cluster: string };
      }
    | undefined;
}

/** Exports the list of projects. Instants are in UTC. */
export function exportProjects(items: readonly ProjectToExport[], now: number): PreparedListExport {
  return prepareListExport({
    name: "projects",
    items,
    now,
    fields: [
      { key: "project", title: text("Project"), of: ({ project }) => project.name },
      { key: "title", title: text("Title"), of: ({ project }) => project.title },
      { key: "description", title: text("Description"), of: ({ project }) => project.description },
      { key: "purpose", title: text("Purpose"), of: ({ project }) => project.purpose },
      { key: "owner", title: text("Owner"), of: ({ project }) => project.owner },
      { key: "phase", title: text("Phase"), of: ({ project }) => project.phase },
      {
        key: "roles",
        title: text("Your roles"),
        of: ({ project }) => formatList(project.roles.map(projectRoleLabel)),
        code: ({ project }) => project.roles,
      },
      { key: "clusters", title: text("Clusters"), of: ({ numbers }) => numbers?.clusters },
      { key: "unhealthy", title: text("Unhealthy"), of: ({ numbers }) => numbers?.unhealthy },
      {
        key: "nextForcedAt",
        title: text("Next forced change"),
        of: ({ numbers }) => formatOptionalInstant(numbers?.next?.at),
      },
      { key: "nextForcedCluster", title: text("Cluster"), of: ({ numbers }) => numbers?.next?.cluster },
      {
        key: "unusedSince",
        title: text("Unused since"),
        of: ({ project }) => formatOptionalInstant(project.stale?.staleSince),
      },
      {
        key: "deletedFrom",
        title: text("Deleted from"),
        of: ({ project }) => formatOptionalInstant(project.stale?.deletedAt),
      },
    ],
  });
}

/** Exports the members of a project. */
export function exportMembers(project: string, items: readonly ShownMember[], now: number): PreparedListExport {
  return prepareListExport({
    name: "members",
    file: `members-${project}`,
    items,
    now,
    fields: [
      { key: "name", title: text("Member"), of: ({ name }) => name },
      { key: "kind", title: text("Kind"), of: ({ kind }) => kind },
      { key: "namespace", title: text("Namespace"), of: ({ namespace }) => namespace },
      {
        key: "roles",
        title: text("Roles"),
        of: ({ roles }) => formatList(roles.map(projectRoleLabel)),
        code: ({ roles }) => roles,
      },
      { key: "isYou", title: text("You"), of: ({ isYou }) => isYou },
    ],
  });
}
