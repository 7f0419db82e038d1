"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { projectProfileQuery, projectProfilesQuery } from "#components/data/queries/project-profile-queries.ts";
import { profileDetailQuery, versionsQuery } from "#components/data/queries/versions-queries.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { cloudProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import { stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { EditedProjectProfile } from "./edited-project-profile.ts";

// Loaded on demand: the editor and the YAML library are needed only when the profile has been read.
const ProjectProfileEditor = lazyComponent(
  async () => (await import("./project-profile-editor.tsx")).ProjectProfileEditor,
);

/** Page on which a project's own cloud profile is created or changed. */
export function ProjectProfileDraftPageContent({ project }: { readonly project: string }) {
  const params = useSearchParams();
  const name = params.get("profile");
  if (name !== null) return <StoredProfile key={name} project={project} name={name} />;
  return <NewProfile project={project} asked={params.get("parent") ?? ""} />;
}

function StoredProfile({ project, name }: { readonly project: string; readonly name: string }) {
  const read = useQuery(projectProfileQuery(project, name));
  if (read.data === undefined && read.isError)
    return <ReadFailureNotice title={text("The cloud profile {name} could not be read", { name })} of={read} />;
  if (read.data === undefined) return <Skeleton className="h-96 w-full" />;
  const { rights, merged, namespace } = read.data;
  const parentName = stringAt(read.data.spec, "parent", "name") ?? "";
  return (
    <>
      <h2 className="text-lg font-semibold wrap-anywhere">
        {text("{name}, based on {parent}", { name, parent: parentName })}
      </h2>
      <WithParent
        edited={{ project, namespace, rights, parentName, stored: read.data, ...(merged && { merged }) }}
        parentName={parentName}
      />
    </>
  );
}

/** A new profile; the parent, which can never change afterwards, is chosen first. */
function NewProfile({ project, asked }: { readonly project: string; readonly asked: string }) {
  const list = useQuery(projectProfilesQuery(project));
  const versions = useQuery(versionsQuery);
  const names = (versions.data?.profiles ?? []).filter(({ kind }) => kind === "CloudProfile").map(({ name }) => name);
  const parentName = asked === "" ? (names[0] ?? "") : asked;
  const choose = (value: string) =>
    window.history.replaceState(null, "", `${window.location.pathname}?parent=${encodeURIComponent(value)}`);
  if (list.data === undefined && list.isError)
    return <ReadFailureNotice title={text("The cloud profiles could not be read")} of={list} />;
  if (parentName === "" && versions.data !== undefined)
    return <EmptyState title={text("No cloud profile")}>{text("There is none that you can read.")}</EmptyState>;
  if (list.data === undefined || parentName === "") return <Skeleton className="h-96 w-full" />;
  const { rights, namespace } = list.data;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{text("New cloud profile")}</h2>
        <InlineSelect
          label={text("Based on")}
          value={parentName}
          options={[...new Set([parentName, ...names])].map((value) => ({ value, label: value }))}
          onChange={choose}
        />
      </div>
      <WithParent
        key={parentName}
        edited={{ project, namespace, rights, parentName, stored: undefined }}
        parentName={parentName}
      />
    </>
  );
}

interface WithParentProps {
  readonly edited: Omit<EditedProjectProfile, "parent">;
  readonly parentName: string;
}

function WithParent({ edited, parentName }: WithParentProps) {
  const parent = useQuery(profileDetailQuery(parentName));
  const spec = cloudProfileSpecSchema.safeParse(parent.data?.profile.spec);
  if (parent.data === undefined && parent.isError) {
    return (
      <Notice
        hue="negative"
        title={text("The parent {name} could not be read", { name: parentName })}
        act={{ label: text("Try again"), run: () => void parent.refetch() }}
      >
        {requestErrorOf(parent.error).detail}
      </Notice>
    );
  }
  if (parent.data === undefined) return <Skeleton className="h-96 w-full" />;
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <ProjectProfileEditor edited={{ ...edited, parent: spec.data ?? {} }} />
    </Suspense>
  );
}
