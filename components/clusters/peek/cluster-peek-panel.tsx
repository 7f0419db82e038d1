"use client";

import { X } from "lucide-react";
import { useLayoutEffect } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { HealthMark } from "#components/data/fleet-parts/health-mark.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { comparePath } from "#lib/view/compare/compare-address.ts";
import { ClusterActions, ClusterActionsPlaceholder } from "../overview/cluster-actions.tsx";
import { MostCopiedFacts } from "../overview/cluster-facts.tsx";
import { ClusterFactsLine } from "../overview/cluster-facts-line.tsx";
import { ConditionsCard } from "../overview/conditions-card.tsx";
import { NextEventsCard } from "../overview/next-events-card.tsx";
import { OperationCard } from "../overview/operation-card.tsx";
import { StateDescription } from "../overview/state-description.tsx";
import { useCluster } from "../use-cluster.ts";

interface PeekProps {
  readonly of: ClusterRef;
  readonly onClose: () => void;
}

/**
 * Side panel that shows a cluster's state, next dates and actions while the list remains usable. On a narrow screen it
 * covers the lower part of the list.
 */
export function ClusterPeekPanel({ of, onClose }: PeekProps) {
  const { cluster, live, error } = useCluster(of);
  useEscape(onClose);
  const row = cluster?.row ?? live;
  const path = clusterPath(of);
  return (
    <aside
      aria-label={text("Peek: {project}/{name}", { project: of.project, name: of.name })}
      className="flex min-h-0 flex-col border-hairline bg-canvas max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:max-h-[72dvh] max-md:rounded-t-card max-md:border-t max-md:shadow-overlay md:w-96 md:shrink-0 md:border-t md:border-l xl:w-md min-[120rem]:w-xl min-[150rem]:w-2xl"
    >
      <header className="flex items-start gap-2 px-4 pt-3 pb-2">
        <div className="min-w-0 flex-1">
          <h2 className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 truncate text-md font-semibold">{of.name}</span>
            <span className="truncate text-sm text-tertiary">{of.project}</span>
          </h2>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            {row ? <HealthMark row={row} /> : <Skeleton className="h-5 w-24" />}
            {row?.purpose !== undefined && <Tag hue="neutral">{row.purpose}</Tag>}
          </div>
        </div>
        <Link href={comparePath([of])} className={buttonVariants({ variant: "ghost", size: "sm" })}>
          {text("Compare")}
        </Link>
        <Link href={path} className={buttonVariants({ variant: "secondary", size: "sm" })}>
          {text("Open")}
        </Link>
        <Button variant="ghost" size="iconSm" aria-label={text("Close the peek")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <div className="scrollbar-thin flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 pb-4">
        {!cluster && error !== null && (
          <Notice hue="caution" title={text("This cluster could not be read")}>
            {requestErrorOf(error).detail}
          </Notice>
        )}
        {cluster?.gone && (
          <Notice hue="caution" title={text("This cluster is no longer there")}>
            {text("You see the last known data.")}
          </Notice>
        )}
        <div aria-live="polite">
          {cluster ? <StateDescription cluster={cluster} withForecast={false} /> : <Skeleton className="h-10" />}
        </div>
        {row && <ClusterFactsLine row={row} shoot={cluster?.shoot} />}
        {cluster ? <ClusterActions cluster={cluster} /> : <ClusterActionsPlaceholder />}
        {row && <NextEventsCard row={row} cluster={cluster} />}
        {cluster && <OperationCard cluster={cluster} />}
        {cluster && <ConditionsCard shoot={cluster.shoot} row={cluster.row} />}
        {cluster && (
          <Card id="peek-facts" title={text("Details")}>
            <MostCopiedFacts row={cluster.row} shoot={cluster.shoot} />
          </Card>
        )}
      </div>
    </aside>
  );
}

/**
 * Makes Escape close the panel, unless a dialog or menu is open or an input has the focus. It uses a layout effect so
 * that Escape works for the list again as soon as the panel is closed.
 */
function useEscape(onClose: () => void): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      if (event.target instanceof Element && event.target.matches("input:not([type=checkbox])")) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, [onClose]);
}
