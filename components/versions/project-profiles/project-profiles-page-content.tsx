// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { projectProfilesQuery } from "#components/data/queries/project-profile-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type {
  ListedProjectProfile,
  ProjectProfileState,
  ProjectProfiles,
} from "#lib/contract/project-profiles.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { emptyFleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { followsProfile, profileFilter } from "#lib/fleet/profile-key.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { describeProjectProfile, firstOwnEnd } from "#lib/view/project-profiles/describe-project-profile.ts";
import { ClustersLink } from "../clusters-link.tsx";
import { DeleteProjectProfileDialog } from "./delete-project-profile-dialog.tsx";

/** Page of a project's own cloud profiles: what each changes of its parent, and how many clusters use it. */
export function ProjectProfilesPageContent({ project }: { readonly project: string }) {
  const profiles = useQuery(projectProfilesQuery(project));
  if (profiles.data !== undefined) return <ProfilesCard project={project} list={profiles.data} />;
  if (profiles.isError) return <ReadFailureNotice title={text("The cloud profiles could not be read")} of={profiles} />;
  return <Skeleton className="h-40 w-full" />;
}

/** Path of the page that edits a profile, or begins a new one. */
export function projectProfileDraftPath(project: string, profile?: string): string {
  const path = `/projects/${encodeURIComponent(project)}/cloud-profiles/draft`;
  return profile === undefined ? path : `${path}?profile=${encodeURIComponent(profile)}`;
}

const columns = () => [
  { title: text("Cloud profile") },
  { title: text("Parent") },
  { title: text("What it changes") },
  { title: text("First own end") },
  { title: text("Clusters"), numeric: true },
  { title: text("Actions"), hidden: true },
];

interface ProfilesCardProps {
  readonly project: string;
  readonly list: ProjectProfiles;
}

function ProfilesCard({ project, list: { profiles, rights, namespace } }: ProfilesCardProps) {
  const opener = useRef<HTMLElement | null>(null);
  const [deleting, setDeleting] = useState<ListedProjectProfile>();
  const readOnly = useReadOnlyReason();
  const obstacle =
    readOnly ?? (rights.create === false ? text("You are not allowed to create cloud profiles here.") : undefined);
  const remove = (profile: ListedProjectProfile, from: HTMLElement) => {
    opener.current = from;
    setDeleting(profile);
  };
  return (
    <Card
      id="cloud-profiles"
      title={text("Cloud profiles of the project")}
      flush
      aside={
        obstacle === undefined ? (
          <Link href={projectProfileDraftPath(project)} className={buttonVariants({ size: "sm", variant: "primary" })}>
            <Plus aria-hidden />
            {text("New cloud profile")}
          </Link>
        ) : (
          <Button size="sm" variant="primary" disabledReason={obstacle}>
            <Plus aria-hidden />
            {text("New cloud profile")}
          </Button>
        )
      }
    >
      {profiles.length === 0 ? (
        <p className="px-4 py-3.5 text-base text-pretty text-secondary">
          {text(
            "None yet. The project's own cloud profile is based on one of the garden, with other ends of versions and more machine types.",
          )}
        </p>
      ) : (
        <CardTable aria-label={text("Cloud profiles of the project")} columns={columns()}>
          {profiles.map((profile) => (
            <ProfileRow
              key={profile.name}
              {...{ project, namespace, profile, rights, readOnly }}
              onDelete={(from) => remove(profile, from)}
            />
          ))}
        </CardTable>
      )}
      {deleting && (
        <DeleteProjectProfileDialog
          project={project}
          profile={deleting}
          opener={opener}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Card>
  );
}

interface ProfileRowProps {
  readonly project: string;
  readonly namespace: string;
  readonly profile: ListedProjectProfile;
  readonly rights: ProjectProfiles["rights"];
  readonly readOnly: string | undefined;
  readonly onDelete: (from: HTMLElement) => void;
}

const states: Readonly<Record<Exclude<ProjectProfileState, "merged">, Message>> = {
  merging: message("Gardener has not merged the project's profile with its parent yet."),
  "parent-missing": message("Its parent does not exist, so Gardener cannot merge the profile."),
  deleting: message("Being deleted: Gardener waits until no cluster uses it."),
};

function ProfileRow({ project, namespace, profile, rights, readOnly, onDelete }: ProfileRowProps) {
  const { name, parent, state } = profile;
  const clusters = useClusterCount({ namespace, name });
  const sentences = describeProjectProfile(profile);
  const first = firstOwnEnd(profile);
  const filters = profileFilter({ kind: "NamespacedCloudProfile", name, project, resourceVersion: "" });
  return (
    <tr role="row" className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="text-left font-medium wrap-anywhere max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
      >
        {name}
        {state !== "merged" && (
          <span className="block text-sm font-normal text-pretty text-caution-text">{text(states[state])}</span>
        )}
      </th>
      <CardCell title={text("Parent")}>
        <Link
          href={`/versions/kubernetes?profile=${encodeURIComponent(parent)}`}
          className="rounded-tag text-link hover:underline"
        >
          {parent}
        </Link>
      </CardCell>
      <CardCell title={text("Changes")} empty={sentences.length === 0}>
        {sentences.map((sentence) => (
          <span key={sentence} className="block text-pretty">
            {sentence}
          </span>
        ))}
      </CardCell>
      <CardCell title={text("First end")} empty={first === undefined}>
        {first?.label}
        <span className="block text-sm text-tertiary">{first?.inParent}</span>
      </CardCell>
      <CardCell title={text("Clusters")} numeric empty={clusters === undefined}>
        {clusters === 0 ? (
          <span className="text-secondary">{text("none")}</span>
        ) : (
          <ClustersLink
            href={`/clusters${formatFleetQuery({ ...emptyFleetQuery, filters: new Map(filters.map(([key, value]) => [key, [value]])) })}`}
            count={clusters ?? 0}
            on={name}
          />
        )}
      </CardCell>
      <CardCell numeric>
        <span className="inline-flex flex-wrap gap-2">
          <Link href={projectProfileDraftPath(project, name)} className={buttonVariants({ size: "sm" })}>
            {rights.change === false ? text("Show") : text("Edit")}
            <span className="sr-only"> {name}</span>
          </Link>
          <Button
            size="sm"
            disabledReason={readOnly ?? whyNoDeletion({ clusters, state, mayDelete: rights.delete })}
            onClick={({ currentTarget }) => onDelete(currentTarget)}
          >
            {text("Delete…")}
            <span className="sr-only"> {name}</span>
          </Button>
        </span>
      </CardCell>
    </tr>
  );
}

interface DeletionFacts {
  readonly clusters: number | undefined;
  readonly state: ProjectProfileState;
  readonly mayDelete: boolean | undefined;
}

function whyNoDeletion({ clusters, state, mayDelete }: DeletionFacts): string | undefined {
  if (mayDelete === false) return text("You are not allowed to delete cloud profiles here.");
  if (state === "deleting") return text("It is being deleted already.");
  if (clusters === undefined) return text("The clusters of the project are being read.");
  if (clusters === 0) return undefined;
  return text(
    "{clusters, plural, one {# cluster uses} other {# clusters use}} it. Move them to another profile first.",
    {
      clusters,
    },
  );
}

/** Number of visible clusters that use a NamespacedCloudProfile; undefined until all were read. */
function useClusterCount({ namespace, name }: { readonly namespace: string; readonly name: string }) {
  const profile = { kind: "NamespacedCloudProfile", name, namespace, resourceVersion: "" } as const;
  return useQuery({
    ...fleetQuery,
    select: ({ freshness, rows }) =>
      areRowsComplete(freshness) ? rows.filter((row) => followsProfile(row, profile)).length : undefined,
  }).data;
}
