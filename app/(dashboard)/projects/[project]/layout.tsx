import type { ReactNode } from "react";
import { ProjectFrame } from "#components/projects/project-frame.tsx";
import type { ProjectPageProps } from "#components/projects/project-page-props.ts";

interface ProjectLayoutProps extends ProjectPageProps {
  readonly children: ReactNode;
}

export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const { project } = await params;
  return <ProjectFrame name={project}>{children}</ProjectFrame>;
}
