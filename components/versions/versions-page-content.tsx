"use client";

import { FilterX, PencilRuler } from "lucide-react";
import { memo, Suspense, useMemo } from "react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { GlossaryTermList } from "#components/data/fleet-parts/glossary-term-list.tsx";
import { KubernetesSupportList } from "#components/data/fleet-parts/kubernetes-support-list.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { buttonVariants } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LinkTabs } from "#components/ui/link-tabs.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { countUpdatingClusters, updatingClustersLabel } from "#lib/fleet/fields/version-update.ts";
import { followsProfile, profileKey } from "#lib/fleet/profile-key.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { message, text } from "#lib/language/text.ts";
import { newestClassificationContextAt } from "#lib/policy/versions/newest-classification-context.ts";
import { missingMinorKey } from "#lib/view/versions/dead-end-urgency.ts";
import { filterVersions } from "#lib/view/versions/filter-versions.ts";
import { kubernetesMinorsOf } from "#lib/view/versions/kubernetes-minors.ts";
import { machineImageNamesOf, stageModelOfProfile } from "#lib/view/versions/read-profiles.ts";
import { createTimeScale } from "#lib/view/versions/time-scale.ts";
import { type VersionGroup, versionGroups } from "#lib/view/versions/version-groups.ts";
import type { VersionsPageSubject } from "#lib/view/versions/version-rows.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatList } from "#lib/words/format-list.ts";
import { FindingsCard } from "./findings-card.tsx";
import { Gantt, GanttLegend } from "./gantt.tsx";
import { ProfileChangedBanner } from "./profile-changed-banner.tsx";
import { SupportedKubernetesRanges } from "./supported-kubernetes-ranges.tsx";
import { type ShownProfiles, useProfiles } from "./use-profiles.ts";
import { useVersionsQuery } from "./use-versions-query.ts";
import type { VersionRowContext } from "./version-row-context.ts";
import { VersionsFilters } from "./versions-filters.tsx";
import { VersionsToolbar } from "./versions-toolbar.tsx";

// Loaded on demand, because most users look at the chart instead of the table.
const VersionTable = lazyComponent(async () => (await import("./version-table.tsx")).VersionTable);

const labels = [
  ["preview", message("preview, supported")],
  ["expired", message("deprecated, expired")],
  ["missing-minor", message("missing minor")],
  ["cloudprofile", message("profile")],
] as const;

const kubernetes: VersionsPageSubject = { kind: "kubernetes" };

/** Page of Kubernetes or machine image versions: their classifications, expiration dates and clusters. */
export function VersionsPageContent({ image }: { readonly image?: string | undefined }) {
  const subject = useMemo<VersionsPageSubject>(
    () => (image === undefined ? kubernetes : { kind: "image", name: image }),
    [image],
  );
  const { query, change, suffix } = useVersionsQuery();
  const { versions, answer, shown } = useProfiles(query.profiles, subject);
  const first = shown.chosen[0]?.profile;
  const images = machineImageNamesOf(shown.chosen.map(({ profile }) => profile));
  const tabs = [
    { href: "/versions/kubernetes", label: text("Kubernetes") },
    ...images.map((name) => ({ href: `/versions/images/${encodeURIComponent(name)}`, label: name })),
  ];
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="border-b border-hairline px-4 pt-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">
            {image === undefined ? text("Kubernetes versions") : text("Versions of {image}", { image })}
          </h1>
          <Link
            href={`/versions/whatif${first?.kind === "CloudProfile" ? `?profile=${encodeURIComponent(first.name)}` : ""}`}
            className={buttonVariants({})}
          >
            <PencilRuler aria-hidden />
            {text("Simulate a change")}
          </Link>
        </div>
        <div className="mt-3">
          <LinkTabs label={text("Kubernetes and machine images")} tabs={tabs} suffix={suffix} />
        </div>
      </div>
      <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
        {versions.isError && versions.data === undefined ? (
          <ReadFailureNotice title={text("The profiles could not be read")} of={versions} />
        ) : answer === undefined ? (
          <VersionsSkeleton />
        ) : shown.chosen.length === 0 ? (
          <EmptyState icon={<FilterX />} title={text("No profile to show")}>
            {text("You cannot read any CloudProfile, and none of your projects has its own.")}
          </EmptyState>
        ) : (
          <Shown subject={subject} shown={shown} query={query} change={change} unreadable={answer.unreadable} />
        )}
        {answer !== undefined && <GlossaryTermList words={labels} />}
      </div>
    </div>
  );
}

interface ShownProps extends Pick<ReturnType<typeof useVersionsQuery>, "query" | "change"> {
  readonly subject: VersionsPageSubject;
  readonly shown: ShownProfiles;
  readonly unreadable: readonly string[];
}

/** Memoised, so that a pending update from the event stream does not render the page's content again. */
const Shown = memo(function Shown({ subject, shown, query, change, unreadable }: ShownProps) {
  const narrow = useMediaQuery("(max-width: 767px)");
  const view = query.view ?? (narrow ? "table" : "gantt");
  const nowAt = useNow(minuteMs);
  const { chosen, rows, all } = shown;
  const reading = useMemo(() => newestClassificationContextAt(nowAt), [nowAt]);
  const groups = useMemo(
    () => versionGroups({ profiles: chosen, subject, reading, rows }),
    [chosen, subject, reading, rows],
  );
  const missing = useMemo(() => missingMinors(groups), [groups]);
  const minors = useMemo(() => kubernetesMinorsOf(groups.map(({ key }) => key)), [groups]);
  const updating = useMemo(
    () =>
      countUpdatingClusters(
        rows.filter((row) => chosen.some(({ profile }) => followsProfile(row, profile))),
        subject.kind === "kubernetes" ? undefined : subject.name,
      ),
    [rows, chosen, subject],
  );
  const context = useMemo<VersionRowContext>(
    () => ({
      subject,
      // Expiration dates are UTC dates: another time zone might show a different day than the CloudProfile.
      time: { clock: utcClock, nowAt },
      scale: createTimeScale(nowAt, query.zoom),
      profiles: new Map(all.map((profile) => [profileKey(profile), profile])),
      comparing: chosen.length > 1,
      missing,
    }),
    [subject, nowAt, query.zoom, all, chosen, missing],
  );
  const filtered = useMemo(() => filterVersions(groups, query, nowAt), [groups, query, nowAt]);
  const profiles = formatList(chosen.map(({ profile }) => profileKey(profile)));
  const label =
    subject.kind === "kubernetes"
      ? text("Kubernetes versions in {profiles}", { profiles })
      : text("Versions of {image} in {profiles}", { image: subject.name, profiles });
  return (
    <>
      {shown.unknown.length > 0 && (
        <Notice hue="caution" title={text("No profile {names} that you can read", { names: shown.unknown.join(", ") })}>
          {text("The address asks for it; what is there is shown instead.")}
        </Notice>
      )}
      {chosen.map((read) => (
        <ProfileChangedBanner key={profileKey(read.profile)} read={read} />
      ))}
      {chosen.map(
        ({ profile }) =>
          profile.lists === undefined && (
            <Notice
              key={profileKey(profile)}
              hue="caution"
              title={text("Nothing can be said of {profile} yet", { profile: profileKey(profile) })}
            >
              {text("Gardener has not merged it with its CloudProfile {parent}, or its form is not known here.", {
                parent: profile.parent ?? "",
              })}
            </Notice>
          ),
      )}
      <FindingsCard chosen={chosen} subject={subject} reading={reading} />
      <VersionsToolbar
        query={query}
        shown={shown}
        view={view}
        onChange={change}
        more={
          <ExportList
            list={{
              count: filtered.groups.reduce((sum, { rows: held }) => sum + held.length, 0),
              counted: (count) => text("{count, plural, one {# version} other {# versions}}", { count }),
              make: async () =>
                (await import("#lib/view/export/export-versions.ts")).exportVersions(filtered.groups, {
                  subject,
                  filter: window.location.search,
                  now: Date.now(),
                }),
            }}
          />
        }
      />
      <VersionsFilters query={query} subject={subject} groups={groups} filtered={filtered} onChange={change} />
      {filtered.groups.length === 0 ? (
        <EmptyState
          icon={<FilterX />}
          title={
            groups.length === 0 ? text("{profiles} lists no versions here", { profiles }) : text("No version matches")
          }
        >
          {groups.length === 0
            ? text("The profile offers none, and no cluster you can see runs one.")
            : text("Remove a filter to see more.")}
        </EmptyState>
      ) : view === "gantt" ? (
        <>
          <Gantt label={label} groups={filtered.groups} context={context} />
          <GanttLegend />
        </>
      ) : (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <VersionTable label={label} groups={filtered.groups} context={context} />
        </Suspense>
      )}
      {updating > 0 && <p className="text-sm text-secondary">{updatingClustersLabel(updating)}</p>}
      {subject.kind === "kubernetes" && (
        <>
          <KubernetesSupportList minors={minors} />
          <SupportedKubernetesRanges rows={rows} chosen={chosen} />
        </>
      )}
      <Footer shown={shown} unreadable={unreadable} subject={subject} />
    </>
  );
});

function missingMinors(groups: readonly VersionGroup[]): ReadonlySet<string> {
  const absent = groups.flatMap(({ gaps }) => gaps.filter(({ reason }) => reason === "absent"));
  return new Set(absent.map(({ profile, major, minor }) => missingMinorKey(profile, major, minor)));
}

const sourceLabels = {
  classification: message("classification (a stage today and one end date)"),
  lifecycle: message("lifecycle (a start for each stage)"),
  both: message("classification for some versions, lifecycle for others"),
} as const;

function Footer({ shown, unreadable, subject }: Pick<ShownProps, "shown" | "unreadable" | "subject">) {
  return (
    <footer className="border-t border-hairline pt-3 text-xs text-pretty text-secondary">
      {shown.chosen.map(({ profile, prepared }) => (
        <p key={profileKey(profile)}>
          {text("{profile}: stage source {source}.", {
            profile: profileKey(profile),
            source: text(sourceLabels[stageModelOfProfile(profile)]),
          })}
          {subject.kind === "image" &&
            ` ${strategyLabel(prepared.images.find(({ name }) => name === subject.name)?.strategy)}`}
        </p>
      ))}
      <p>
        {shown.counted
          ? text("Live counts of the clusters you can see.")
          : text("The clusters are still being read: counts follow.")}{" "}
        {text("Would-be updates hold for the profile as it is now and for pools that every version suits.")}
      </p>
      {unreadable.length > 0 && (
        <p>{text("Profiles of these projects could not be read: {projects}.", { projects: unreadable.join(", ") })}</p>
      )}
    </footer>
  );
}

function strategyLabel(strategy: string | undefined): string {
  return strategy === undefined
    ? text("The image is not in this profile.")
    : text("Update strategy {strategy}.", { strategy });
}

function VersionsSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      <Skeleton className="h-8 w-80" />
      {["a", "b", "c", "d", "e", "f"].map((line) => (
        <Skeleton key={line} className="h-8 w-full" />
      ))}
    </div>
  );
}
