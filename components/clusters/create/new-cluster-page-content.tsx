"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { newClusterChoicesQuery } from "#components/data/queries/new-cluster-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { templatesQuery } from "#components/data/queries/template-queries.ts";
import { TemplateSelect } from "#components/data/templates/template-select.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import {
  type ListedTemplate,
  listedTemplatesOf,
  projectOfTemplateKey,
} from "#lib/cluster-templates/listed-templates.ts";
import type { FleetSnapshot } from "#lib/contract/fleet.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import type { Beginning } from "./beginning.ts";

// Loaded on demand: the form needs the YAML library, which is large.
const NewClusterForm = lazyComponent(async () => (await import("./new-cluster-form.tsx")).NewClusterForm);

/** Page on which a user creates a cluster. `?project=` names its project, `?from=project/name` a cluster to clone,
 * `?template=` the key of a template. */
export function NewClusterPageContent() {
  const params = useSearchParams();
  const scope = useUrlQuery().filters.get("project") ?? [];
  const projects = useQuery({ ...fleetQuery, select: projectNamesOf }).data;
  const source = parseSource(params.get("from"));
  const asked = scope[0] ?? source?.project;
  const project = asked ?? projects?.[0];
  const template = source === undefined ? (params.get("template") ?? "") : "";
  const choose = (name: "project" | "template", value: string) => {
    const search = new URLSearchParams(params);
    if (value === "") search.delete(name);
    else search.set(name, value);
    window.history.pushState(null, "", `${window.location.pathname}?${search}`);
  };
  const names = [...new Set([...(project === undefined ? [] : [project]), ...(projects ?? [])])].toSorted();
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="border-b border-hairline px-4 pt-4 pb-3 sm:px-6">
        <p className="text-sm text-tertiary">
          <Link href="/clusters" className="rounded-tag hover:text-link hover:underline">
            {text("Clusters")}
          </Link>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">
            {source === undefined
              ? text("Create a cluster")
              : text("Clone {name}", { name: `${source.project}/${source.name}` })}
          </h1>
          {project !== undefined && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {source === undefined && (
                <TemplateSelect project={project} chosen={template} onChoose={(key) => choose("template", key)} />
              )}
              <InlineSelect
                label={text("Project")}
                value={project}
                options={names.map((value) => ({ value, label: value }))}
                onChange={(value) => choose("project", value)}
              />
            </div>
          )}
        </div>
      </div>
      <div className="px-4 py-4 sm:px-6">
        {project === undefined ? (
          projects === undefined ? (
            <FormSkeleton />
          ) : (
            <EmptyState title={text("No project to create a cluster in")}>
              {text("You see no project. Ask the owner of a project to add you as a member.")}
            </EmptyState>
          )
        ) : (
          <LoadedChoices
            key={`${project} ${params.get("from") ?? ""} ${template}`}
            project={project}
            source={source}
            templateKey={template}
            onEmpty={() => choose("template", "")}
          />
        )}
      </div>
    </div>
  );
}

/** Names of the projects that the user sees; those that are theirs come first. */
const projectNamesOf = ({ scope }: FleetSnapshot) =>
  scope.projects.toSorted((a, b) => Number(b.mine ?? false) - Number(a.mine ?? false)).map(({ name }) => name);

interface ClusterSource {
  readonly project: string;
  readonly name: string;
}

function parseSource(from: string | null): ClusterSource | undefined {
  const [project = "", name = ""] = from?.split("/") ?? [];
  return project === "" || name === "" ? undefined : { project, name };
}

function FormSkeleton() {
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
      <Skeleton className="h-80 w-full max-xl:hidden" />
    </div>
  );
}

interface LoadedChoicesProps {
  readonly project: string;
  readonly source: ClusterSource | undefined;
  /** Key of the template with which the draft begins; empty for none. */
  readonly templateKey: string;
  /** Begins with an empty draft instead. */
  readonly onEmpty: () => void;
}

function LoadedChoices({ project, source, templateKey, onEmpty }: LoadedChoicesProps) {
  const choices = useQuery(newClusterChoicesQuery(project));
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name });
  const cloned = useQuery({
    ...clusterQuery(source ?? { project: "", name: "" }),
    enabled: source !== undefined,
    // The clone is made once from the cluster as it is now; later changes do not move it.
    refetchOnWindowFocus: false,
  });
  const templates = useQuery({
    ...templatesQuery(projectOfTemplateKey(templateKey)),
    enabled: templateKey !== "",
  });
  if (choices.data === undefined && choices.isError) {
    return <ReadFailureNotice title={text("What {project} can create could not be read", { project })} of={choices} />;
  }
  if (source !== undefined && cloned.data === undefined && cloned.isError) {
    const title = text("{name} could not be read", { name: `${source.project}/${source.name}` });
    return <ReadFailureNotice title={title} of={cloned} />;
  }
  if (templateKey !== "" && templates.data === undefined && templates.isError) {
    return <ReadFailureNotice title={text("The template could not be read")} of={templates} />;
  }
  const line = templates.data && listedTemplatesOf(templates.data).find(({ key }) => key === templateKey);
  if (templateKey !== "" && templates.data !== undefined && line === undefined) {
    return (
      <Notice
        hue="caution"
        title={text("This template no longer exists.")}
        act={{ label: text("Begin empty"), run: onEmpty }}
      >
        {templates.data.shared?.unavailable ?? templates.data.own.unavailable}
      </Notice>
    );
  }
  const beginning = beginningOf({ source, shoot: cloned.data && parseShoot(cloned.data.shoot), templateKey, line });
  if (choices.data === undefined || person.data === undefined || beginning === undefined) return <FormSkeleton />;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <NewClusterForm choices={choices.data} person={person.data} beginning={beginning} onTemplateDeleted={onEmpty} />
    </Suspense>
  );
}

interface BeginningParts {
  readonly source: ClusterSource | undefined;
  readonly shoot: Shoot | undefined;
  readonly templateKey: string;
  readonly line: ListedTemplate | undefined;
}

/** With what the draft begins; undefined while that is being read. */
function beginningOf({ source, shoot, templateKey, line }: BeginningParts): Beginning | undefined {
  if (source !== undefined) {
    return shoot && { kind: "clone", source: `${source.project}/${source.name}`, shoot };
  }
  if (templateKey === "") return { kind: "empty" };
  return line && { kind: "template", line };
}
