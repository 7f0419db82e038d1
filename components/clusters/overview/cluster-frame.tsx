"use client";

import { SearchX } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { LazyRequestProgress } from "#components/act/lazy-request-progress.tsx";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { NewerGardenerNotice } from "#components/data/fleet-parts/newer-gardener-notice.tsx";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { useProjectOwner } from "#components/data/session/use-user-relation.ts";
import { adjacentClusterInList } from "#components/data/storage/recently-shown-list.ts";
import { Link } from "#components/ui/address/link.tsx";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LinkTabs } from "#components/ui/link-tabs.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { FleetUnavailable } from "../fleet-unavailable.tsx";
import { type Cluster, useCluster } from "../use-cluster.ts";
import { ClusterNameAndStatus, ClusterSummaryText } from "./cluster-header.tsx";

/** Frame around every page of a cluster: its name, state, actions and tabs. */
export function ClusterFrame({
  cluster: ref,
  children,
}: {
  readonly cluster: ClusterRef;
  readonly children: ReactNode;
}) {
  const { cluster, live, error, refetch } = useCluster(ref);
  const path = clusterPath(ref);
  const pathname = usePagePath();
  const deleting = (cluster?.row ?? live)?.deletionRequestedAt !== undefined || pathname === `${path}/deletion`;
  const { scroller, header } = useScrollPadding();
  useNeighbourKeys(ref);
  if (!cluster && error) return <ClusterUnavailable cluster={ref} error={error} onRetry={() => void refetch()} />;
  return (
    <div
      ref={scroller}
      className="scrollbar-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto max-sm:scroll-pt-28"
    >
      {/* On a narrow screen only the name and the tabs stay in view, so the header is `contents` there. */}
      <header
        ref={header}
        className="z-20 max-sm:contents sm:sticky sm:top-0 sm:border-b sm:border-hairline sm:bg-canvas sm:px-6 sm:pt-3"
      >
        {/* Above the tabs, because its menu opens over them. */}
        <div className="bg-canvas max-sm:sticky max-sm:top-0 max-sm:z-25 max-sm:px-4 max-sm:pt-2 max-sm:pb-1">
          <ClusterNameAndStatus of={ref} cluster={cluster} live={live} />
        </div>
        <div className="mt-1 max-sm:px-4">
          <ClusterSummaryText of={ref} cluster={cluster} live={live} isOverview={pathname === path} />
        </div>
        <div className="mt-1 max-sm:bg-canvas max-sm:sticky max-sm:top-11 max-sm:z-20 max-sm:border-b max-sm:border-hairline max-sm:px-4">
          <LinkTabs
            label={text("Pages of this cluster")}
            tabs={[
              { href: path, label: text("Overview") },
              { href: `${path}/updates`, label: text("Updates") },
              { href: `${path}/credentials`, label: text("Credentials") },
              { href: `${path}/nodes`, label: text("Nodes") },
              { href: `${path}/maintenance`, label: text("Maintenance") },
              ...(deleting ? [{ href: `${path}/deletion`, label: text("Deletion") }] : []),
              { href: `${path}/activity`, label: text("Activity") },
              { href: `${path}/advanced`, label: text("Advanced") },
              { href: `${path}/yaml`, label: text("YAML") },
            ]}
          />
          {cluster && <LazyRequestProgress row={cluster.row} />}
        </div>
      </header>
      <div className="flex flex-col gap-4 px-4 pt-4 empty:hidden sm:px-6">
        {cluster && <ViewOnly cluster={cluster} />}
        {/* Only this cluster's gardenlet follows rules that this Almanac does not know. */}
        {cluster?.detail.olderRules && (
          <NewerGardenerNotice
            sentence={cluster.detail.olderRules}
            apiServer={undefined}
            gardenlets={[cluster.row.gardenerVersion ?? ""]}
          />
        )}
        {cluster?.gone && (
          <Notice hue="caution" title={text("This cluster is no longer there")} live>
            {text("It was deleted, or you no longer have access. You see the last known data.")}
          </Notice>
        )}
        {cluster && error && !cluster.gone && (
          <Notice
            hue="caution"
            title={text("The latest state could not be read")}
            action={
              <Button size="sm" onClick={() => void refetch()}>
                {text("Try again")}
              </Button>
            }
          >
            {requestErrorOf(error).detail} {text("What follows is what was last known.")}
          </Notice>
        )}
      </div>
      <div className="px-4 py-5 sm:px-6">{children}</div>
    </div>
  );
}

/** Registers keys that open the next or previous cluster of the list from which the user came. */
function useNeighbourKeys(ref: ClusterRef): void {
  const openPage = useOpenPage();
  const pathname = usePagePath();
  // If a key is pressed again before the next page has loaded, it continues from the page being loaded.
  const towards = useRef(ref);
  const { project, name } = ref;
  useEffect(() => {
    towards.current = { project, name };
  }, [project, name]);
  const go = (by: 1 | -1) => {
    const beside = adjacentClusterInList(towards.current, by);
    if (beside === undefined) return;
    towards.current = beside;
    openPage(`${clusterPath(beside)}${pathname.slice(clusterPath(ref).length)}`);
  };
  useShortcut("]", () => go(1));
  useShortcut("[", () => go(-1));
}

/** Sets the scroll padding to the height of the sticky header, so that the header does not cover focused elements. */
function useScrollPadding() {
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    const [box, card] = [scroller.current, header.current];
    if (!box || !card) return;
    const observer = new ResizeObserver(() => {
      const height = card.offsetHeight;
      box.style.scrollPaddingTop = height === 0 ? "" : `${height + 12}px`;
    });
    observer.observe(card);
    return () => observer.disconnect();
  }, []);
  return { scroller, header };
}

/** Notice for users who may not change the cluster, naming those who can. */
function ViewOnly({ cluster: { detail, row } }: { readonly cluster: Cluster }) {
  const owner = useProjectOwner(row.project);
  if (detail.permissions.patchShoot || detail.permissions.uncertain) return null;
  return (
    <Notice hue="neutral" title={text("You can view this cluster, not change it")}>
      {owner === undefined
        ? text("The admins of the project {project} and the operators can change it.", { project: row.project })
        : text("{owner}, the admins of the project {project} and the operators can change it.", {
            owner,
            project: row.project,
          })}
    </Notice>
  );
}

interface ClusterUnavailableProps {
  readonly cluster: ClusterRef;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function ClusterUnavailable({ cluster: { project, name }, error, onRetry }: ClusterUnavailableProps) {
  const fault = requestErrorOf(error);
  if (fault.reason !== "not-found" && fault.reason !== "forbidden" && fault.reason !== "invalid-request")
    return <FleetUnavailable fault={fault} onRetry={onRetry} />;
  return (
    <EmptyState
      heading="h1"
      icon={<SearchX />}
      title={text("Cluster not found")}
      action={
        <Link href="/clusters" className="text-base font-medium text-link hover:underline">
          {text("All clusters")}
        </Link>
      }
    >
      {text("{project}/{name} does not exist, or you are not a member of the project {project}.", { project, name })}
    </EmptyState>
  );
}

/** Placeholder of a cluster page while the cluster is being read. */
export function ClusterPageSkeleton() {
  return (
    <div aria-hidden className="grid gap-4 xl:grid-cols-[2fr_1fr]">
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}
