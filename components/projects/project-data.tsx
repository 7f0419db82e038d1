import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { projectQuery } from "#components/data/queries/project-queries.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";

interface ProjectDataProps {
  readonly name: string;
  readonly children: (project: ShownProject) => ReactNode;
}

/** Reads a project, and passes it to its children; until then shows a placeholder, or why it could not be read. */
export function ProjectData({ name, children }: ProjectDataProps) {
  const project = useQuery(projectQuery(name));
  if (project.data !== undefined) return children(project.data);
  if (project.isError) return <ReadFailureNotice title={text("The project could not be read")} of={project} />;
  return <Skeleton className="h-64 w-full" />;
}
