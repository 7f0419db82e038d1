"use client";

import { useSearchParams } from "next/navigation";
import { Suspense, useMemo, useState } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useLiveDataStatus } from "#components/data/live/use-live-data-status.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { withMemberToggled } from "#components/ui/state/with-member-toggled.ts";
import type { ClusterNode, NodesResponse } from "#lib/contract/nodes.ts";
import { canWriteToGarden } from "#lib/fleet/liveness.ts";
import { text } from "#lib/language/text.ts";
import { type NodeFilter, parseNodeFilter, poolsMatchingFilter, type ShownPool } from "#lib/view/nodes/node-filter.ts";
import { poolRows } from "#lib/view/nodes/pool-rows.ts";
import type { Cluster } from "../use-cluster.ts";
import { type NodeActRequest, NodeActsContext } from "./node-acts-context.ts";
import { NodeGrid } from "./node-grid.tsx";
import { useNodeActProgress } from "./use-node-act-progress.ts";

const ReadFailure = lazyComponent(
  async () => (await import("#components/data/fleet-parts/read-failure-notice.tsx")).ReadFailureNotice,
);
const NodeToolbar = lazyComponent(async () => (await import("./node-toolbar.tsx")).NodeToolbar);
const NodeTracks = lazyComponent(async () => (await import("./node-act-progress-list.tsx")).NodeActProgressList);
const NodesUnavailableNotice = lazyComponent(
  async () => (await import("./nodes-unavailable-notice.tsx")).NodesUnavailableNotice,
);
const NodeFilters = lazyComponent(async () => (await import("./node-filters.tsx")).NodeFilters);
const NodesExport = lazyComponent(async () => (await import("./nodes-export.tsx")).NodesExport);
const NodeActDialog = lazyComponent(async () => (await import("./node-act-dialog.tsx")).NodeActDialog);

const none: readonly ClusterNode[] = [];

export function NodesBody({ cluster }: { readonly cluster: Cluster }) {
  const { shoot, row } = cluster;
  const { reading, error, refetch, reread, fetchNextPage, isFetchingNextPage, tracks, track, forget } =
    useNodeActProgress(cluster);
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  const [request, setRequest] = useState<NodeActRequest>();
  const obstacle = useNodeBlocker(reading);
  const filter = useNodeFilter();
  const idle = useIdle();
  const nodes = reading?.state === "read" ? reading.nodes : none;
  const pools = useMemo(() => poolRows(shoot, row, nodes), [shoot, row, nodes]);
  const shown = useMemo(() => poolsMatchingFilter(pools, filter, reading?.state === "read"), [pools, filter, reading]);
  const marked = nodes.filter(({ uid }) => marks.has(uid));
  const strategyOf = ({ pool }: ClusterNode) => pools.find(({ name }) => name === pool)?.strategy;
  const onMark = (uid: string) => setMarks(withMemberToggled(marks, uid));
  const workerless = (shoot.spec.provider.workers ?? []).length === 0;
  return (
    <NodeActsContext value={{ marked: marks, onMark, strategyOf, obstacle, ask: setRequest }}>
      <div className="flex flex-col gap-4">
        <Suspense>
          {workerless && <NodesUnavailableNotice reading={{ state: "withheld", why: "workerless" }} />}
          {reading?.state === "withheld" && <NodesUnavailableNotice reading={reading} />}
        </Suspense>
        <Suspense>
          {error && !reading && <ReadFailure title={text("The nodes could not be read")} of={{ error, refetch }} />}
        </Suspense>
        <Suspense>{tracks.length > 0 && <NodeTracks tracks={tracks} nodes={nodes} onForget={forget} />}</Suspense>
        {pools.length > 0 && (
          <Card
            id="worker-pools"
            title={text("Worker pools")}
            flush
            aside={
              <span className="flex items-center gap-3">
                <Reading reading={reading} />
                {reading?.state === "read" && (
                  <Suspense>{idle && <NodesExport cluster={cluster} filter={filter} shown={shown} />}</Suspense>
                )}
              </span>
            }
          >
            <Suspense>
              {marked.length > 0 && <NodeToolbar marked={marked} onUnmark={() => setMarks(new Set())} />}
            </Suspense>
            <div className="min-h-12">
              <Suspense>
                {idle && (
                  <NodeFilters
                    cluster={row}
                    pools={pools}
                    filter={filter}
                    shown={reading?.state === "read" ? [countOf(shown), nodes.length] : undefined}
                  />
                )}
              </Suspense>
            </div>
            {shown.length === 0 ? (
              <p className="border-t border-hairline px-4 py-6 text-sm text-secondary">
                {text("No pool or node matches the filter.")}
              </p>
            ) : (
              <NodeGrid cluster={cluster} pools={shown} reading={reading} />
            )}
            {reading?.state === "read" && reading.continue !== undefined && (
              <div className="flex flex-wrap items-center gap-3 border-t border-hairline px-4 py-3 text-sm">
                <Button size="sm" aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {text("Read more nodes")}
                </Button>
                <span className="text-secondary">
                  {text("{nodes, number} nodes are shown. The cluster has more.", { nodes: nodes.length })}
                </span>
              </div>
            )}
          </Card>
        )}
      </div>
      {request && (
        <Suspense fallback={null}>
          <NodeActDialog
            cluster={cluster}
            request={request}
            reread={reread}
            onClose={() => setRequest(undefined)}
            onResult={(act, result) => {
              track(act, result);
              setMarks(new Set());
              setRequest(undefined);
            }}
          />
        </Suspense>
      )}
    </NodeActsContext>
  );
}

function countOf(shown: readonly ShownPool[]): number {
  return shown.reduce((sum, { nodes }) => sum + nodes.length, 0);
}

function Reading({ reading }: { readonly reading: NodesResponse | undefined }) {
  if (reading?.state !== "read") return null;
  const { unreadable, readAt, role } = reading;
  return (
    <p className="text-sm text-tertiary">
      {text("Read from the cluster as {role}", { role })}, <TimestampText at={readAt} form="relative" />
      {unreadable > 0 && `; ${text("{count} could not be read", { count: unreadable })}`}
    </p>
  );
}

/** Returns why no action on any Node is possible now; undefined if actions are possible. */
function useNodeBlocker(reading: NodesResponse | undefined): string | undefined {
  const readOnly = useReadOnlyReason();
  const online = canWriteToGarden(useLiveDataStatus());
  if (readOnly !== undefined) return readOnly;
  if (!online) return text("This browser is offline: nothing can be requested until the connection is back.");
  if (reading?.state !== "read" || reading.mayAct) return undefined;
  return text("You are not allowed to change nodes: you cannot get an admin kubeconfig.");
}

/** Returns the Node filter that is in the URL. */
function useNodeFilter(): NodeFilter {
  const params = useSearchParams();
  return useMemo(() => parseNodeFilter(params), [params]);
}
