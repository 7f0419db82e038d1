"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { projectQuery } from "#components/data/queries/project-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { LinkTabs } from "#components/ui/link-tabs.tsx";
import { text } from "#lib/language/text.ts";
import { ProjectPhase } from "./project-phase.tsx";

interface ProjectFrameProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Heading and tabs of the pages of one project. */
export function ProjectFrame({ name, children }: ProjectFrameProps) {
  const project = useQuery(projectQuery(name)).data;
  const base = `/projects/${encodeURIComponent(name)}`;
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <header className="border-b border-hairline px-4 pt-4 sm:px-6">
        <Link href="/projects" className="text-sm text-secondary hover:underline">
          {text("Projects")}
        </Link>
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{project?.title ?? name}</h1>
          {project?.title !== undefined && <span className="text-base text-tertiary">{name}</span>}
          {project && <ProjectPhase phase={project.phase} />}
        </div>
        <LinkTabs
          label={text("Pages of this project")}
          tabs={[
            { href: base, label: text("Overview") },
            { href: `${base}/members`, label: text("Members") },
            { href: `${base}/accounts`, label: text("Accounts") },
            { href: `${base}/service-accounts`, label: text("Service accounts") },
            { href: `${base}/quotas`, label: text("Quotas") },
            { href: `${base}/cloud-profiles`, label: text("Cloud profiles"), coversBelow: true },
          ]}
        />
      </header>
      <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">{children}</div>
    </div>
  );
}
