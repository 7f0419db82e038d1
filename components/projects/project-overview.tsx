"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useRef, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorText } from "#components/data/landscape/operator-text.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { FactRow } from "#components/ui/fact-row.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { projectDateFacts } from "#lib/words/project/project-dates.ts";
import { projectRoleLabel } from "#lib/words/project-role-descriptions.ts";
import { DeleteProjectDialog } from "./delete-project-dialog.tsx";
import { nextEventLabel } from "./next-event-label.ts";
import { ProjectData } from "./project-data.tsx";
import { projectNumbersOf } from "./project-numbers.ts";
import { ProjectSettingsDialog } from "./project-settings-dialog.tsx";

/** Loaded on demand: the card is below the first screen. */
const CustomFieldsCard = lazyComponent(
  async () => (await import("./custom-fields/custom-fields-card.tsx")).CustomFieldsCard,
);
// Loaded on demand: it is beneath what the page is opened for, and has a form.
const FreezesCard = lazyComponent(async () => (await import("./freezes/freezes-card.tsx")).FreezesCard);

/** Overview of a project: deadlines, what it is and whose, and what its clusters add up to. */
export function ProjectOverview({ name }: { readonly name: string }) {
  return <ProjectData name={name}>{(project) => <Overview project={project} />}</ProjectData>;
}

function Overview({ project }: { readonly project: ShownProject }) {
  return (
    <>
      <PhaseNotice project={project} />
      <StaleNotice project={project} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <DetailsCard project={project} />
        <div className="flex flex-col gap-4">
          <ClustersCard name={project.name} />
          <Suspense fallback={<Skeleton className="h-32 rounded-card" />}>
            <FreezesCard project={project.name} />
          </Suspense>
          <RulesCard project={project} />
        </div>
      </div>
      <Suspense fallback={<Skeleton className="h-24 w-full" />}>
        <CustomFieldsCard project={project} />
      </Suspense>
    </>
  );
}

/** Says that Gardener has not set the project up yet, or could not, or deletes it. */
function PhaseNotice({ project: { phase } }: { readonly project: ShownProject }) {
  if (phase === "Failed") {
    return (
      <Notice hue="negative" title={text("Gardener could not set up this project")}>
        {text("Its namespace or permissions are missing. The operator of the garden has to look at its events.")}
      </Notice>
    );
  }
  if (phase === "Terminating") {
    return (
      <Notice hue="caution" title={text("This project is being deleted")}>
        {text("Gardener waits until the namespace has no cluster, then deletes the namespace and the permissions.")}
      </Notice>
    );
  }
  if (phase !== undefined && phase !== "Pending") return null;
  return (
    <Notice hue="info" title={text("Gardener is setting up this project")}>
      {text("Its namespace and permissions follow. Then clusters can be created.")}
    </Notice>
  );
}

/** When Gardener deletes the project, as its status says. */
function StaleNotice({ project: { stale } }: { readonly project: ShownProject }) {
  const clock = useDisplayClock();
  if (stale === undefined) return null;
  const title =
    stale.deletedAt === undefined
      ? text("Unused since {date}", { date: formatDate(stale.staleSince, clock) })
      : text("If it stays unused, Gardener deletes this project from {date} on", {
          date: formatDate(stale.deletedAt, clock),
        });
  return (
    <Notice hue={stale.deletedAt === undefined ? "caution" : "negative"} title={title}>
      {projectDateFacts().join(" ")}
    </Notice>
  );
}

function DetailsCard({ project }: { readonly project: ShownProject }) {
  const { title, description, purpose, owner, createdBy, createdAt, namespace, costObject, costObjectType } = project;
  const { sla, costObjects } = useLandscapeConfiguration();
  const costObjectTitle = costObjects?.find(({ type = "" }) => type === (costObjectType ?? ""))?.title;
  const none = <span className="text-tertiary">{text("none")}</span>;
  return (
    <Card id="details" title={text("Details")} aside={<ChangeButtons project={project} />}>
      <dl className="text-base">
        <FactRow name={text("Title")}>{title ?? none}</FactRow>
        <FactRow name={text("Description")}>{description ?? none}</FactRow>
        <FactRow name={text("Purpose")}>{purpose ?? none}</FactRow>
        <FactRow name={text("Owner")}>{owner ?? none}</FactRow>
        <FactRow name={text("Your roles")}>
          {project.roles.length === 0 ? none : formatList(project.roles.map(projectRoleLabel))}
        </FactRow>
        <FactRow name={text("Namespace")}>{namespace ?? none}</FactRow>
        <FactRow name={text("Cost object")}>
          {costObject === undefined ? none : [costObjectTitle ?? costObjectType, costObject].filter(Boolean).join(" ")}
        </FactRow>
        {sla?.description !== undefined && (
          <FactRow name={sla.title ?? text("Service level")}>
            <OperatorText text={sla.description} />
          </FactRow>
        )}
        <FactRow name={text("Created")}>
          <TimestampText at={createdAt} />
        </FactRow>
        <FactRow name={text("Created by")}>{createdBy ?? none}</FactRow>
        <FactRow name={text("Last activity")}>
          <TimestampText
            at={project.lastActivityAt === undefined ? undefined : formatInstant(project.lastActivityAt)}
          />
        </FactRow>
      </dl>
    </Card>
  );
}

function ChangeButtons({ project }: { readonly project: ShownProject }) {
  const opener = useRef<HTMLButtonElement>(null);
  const deleteOpener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<"settings" | "delete">();
  const readOnly = useReadOnlyReason();
  const notAllowed = text("You are not allowed to change this project.");
  const close = () => setOpen(undefined);
  return (
    <span className="flex gap-2">
      <Button
        ref={opener}
        size="sm"
        disabledReason={readOnly ?? (project.rights.change === false ? notAllowed : undefined)}
        onClick={() => setOpen("settings")}
      >
        {text("Change…")}
      </Button>
      <Button
        ref={deleteOpener}
        size="sm"
        disabledReason={
          readOnly ??
          (project.rights.delete === false ? text("You are not allowed to delete this project.") : undefined) ??
          (project.phase === "Terminating" ? text("This project is being deleted.") : undefined)
        }
        onClick={() => setOpen("delete")}
      >
        {text("Delete…")}
      </Button>
      {open === "settings" && <ProjectSettingsDialog project={project} opener={opener} onClose={close} />}
      {open === "delete" && <DeleteProjectDialog project={project} opener={deleteOpener} onClose={close} />}
    </span>
  );
}

function ClustersCard({ name }: { readonly name: string }) {
  const clock = useDisplayClock();
  const fleet = useQuery(fleetQuery).data;
  const ofProjects = useMemo(() => fleet && projectNumbersOf(fleet), [fleet]);
  const numbers = ofProjects?.get(name);
  const listed = (query = "") => `/clusters?project=${encodeURIComponent(name)}${query}`;
  return (
    <Card
      id="clusters"
      title={text("Clusters")}
      aside={
        <Link href={`/clusters/new?project=${encodeURIComponent(name)}`} className="text-sm text-link hover:underline">
          {text("New cluster")}
        </Link>
      }
    >
      {ofProjects === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : numbers === undefined ? (
        <p className="text-base text-secondary">{text("You are not allowed to see the clusters of this project.")}</p>
      ) : (
        <dl className="text-base">
          <FactRow name={text("Clusters")}>
            <Link href={listed()} className="text-link hover:underline">
              {text("{value, number}", { value: numbers.clusters })}
            </Link>
          </FactRow>
          <FactRow name={text("Unhealthy")}>
            <Link href={listed("&status=unhealthy")} className="text-link hover:underline">
              {text("{value, number}", { value: numbers.unhealthy })}
            </Link>
          </FactRow>
          {numbers.secretBindings > 0 && (
            <FactRow name={text("With a SecretBinding")}>
              <Link href={listed("&secretBinding=1&del=0")} className="text-link hover:underline">
                {text("{value, number}", { value: numbers.secretBindings })}
              </Link>
            </FactRow>
          )}
          <FactRow name={text("Next forced change")}>
            {numbers.next === undefined
              ? text("none in sight")
              : text("{date}, {cluster}", {
                  date: nextEventLabel(numbers.next, clock),
                  cluster: numbers.next.cluster,
                })}
          </FactRow>
        </dl>
      )}
    </Card>
  );
}

/** Rules of the project that only some gardens use; no card where there are none. */
function RulesCard({ project: { tolerations, dualApproval } }: { readonly project: ShownProject }) {
  const listed = (held: ShownProject["tolerations"]["defaults"]) =>
    held.length === 0
      ? text("none")
      : formatList(held.map(({ key, value }) => (value === undefined ? key : `${key}=${value}`)));
  if (dualApproval.length === 0 && tolerations.defaults.length + tolerations.whitelist.length === 0) return null;
  return (
    <Card id="rules" title={text("Rules for clusters")}>
      <dl className="text-base">
        {dualApproval.map(({ resource, includesServiceAccounts, selector }) => (
          <FactRow key={`${resource} ${selector}`} name={text("Deletion")}>
            {includesServiceAccounts
              ? text("{resource}: one person confirms, another one deletes, also for service accounts", { resource })
              : text("{resource}: one person confirms, another one deletes", { resource })}
          </FactRow>
        ))}
        <FactRow name={text("Tolerations that new clusters get")}>{listed(tolerations.defaults)}</FactRow>
        <FactRow name={text("Tolerations that clusters can have")}>{listed(tolerations.whitelist)}</FactRow>
      </dl>
    </Card>
  );
}
