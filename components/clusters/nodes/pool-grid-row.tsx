// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { Suspense } from "react";
import { VersionClassificationTag } from "#components/data/fleet-parts/version-classification-tag.tsx";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { text } from "#lib/language/text.ts";
import type { ShownPool } from "#lib/view/nodes/node-filter.ts";
import { offeredPoolActs, poolActLabel } from "#lib/view/nodes/pool-acts.ts";
import { type PoolRow, updateStrategyLabel } from "#lib/view/nodes/pool-rows.ts";
import type { Cluster } from "../use-cluster.ts";

// Loaded on demand: the rules of actions are not needed to show the pools.
const PoolActs = lazyComponent(async () => (await import("./pool-acts.tsx")).PoolActs);

interface PoolGridRowProps {
  readonly id: string;
  readonly cluster: Cluster;
  readonly shown: ShownPool;
  readonly wasRead: boolean;
  /** Whether the Nodes of the pool are shown; undefined if there are none to show. */
  readonly open: boolean | undefined;
  /** Position among the worker pools, and number of pools. */
  readonly place: readonly [position: number, count: number];
  /** Whether the row and its controls can be reached with Tab. */
  readonly isStop: boolean;
  readonly onToggle: (open: boolean) => void;
}

/** Row of one worker pool with its data from the garden. The rows of its Nodes follow. */
export function PoolGridRow({ id, cluster, shown, wasRead, open, place, isStop, onToggle }: PoolGridRowProps) {
  const { pool } = shown;
  const idle = useIdle();
  return (
    <tr
      role="row"
      data-row={id}
      tabIndex={isStop ? 0 : -1}
      aria-label={pool.name === "" ? text("Nodes of no pool") : text("Pool {name}", { name: pool.name })}
      aria-level={1}
      aria-posinset={place[0]}
      aria-setsize={place[1]}
      {...(open !== undefined && { "aria-expanded": open })}
      className="focus-inset bg-surface align-top max-sm:flex max-sm:flex-col max-sm:gap-1 max-sm:px-4 max-sm:py-3"
    >
      <td role="cell" className="max-sm:hidden" />
      <th role="rowheader" scope="row" className="sm:py-2.5 sm:pr-4">
        <span className="flex items-start gap-1">
          <span className="-ml-1 w-7 shrink-0">
            {/* For the pointer; the keyboard opens and closes the row itself. */}
            {open !== undefined && (
              <Button
                variant="ghost"
                size="xs"
                tabIndex={-1}
                aria-label={toggleLabel(pool.name, open)}
                onClick={() => onToggle(!open)}
              >
                {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
              </Button>
            )}
          </span>
          <span className="min-w-0">
            <PoolName pool={pool} />
            {pool.worker && (
              <span className="block font-mono text-xs font-normal break-words text-tertiary" translate="no">
                {pool.worker.machine.type}
              </span>
            )}
          </span>
        </span>
      </th>
      <td role="cell" className="sm:py-2.5 sm:pr-4 tabular-nums">
        <Count pool={pool} wasRead={wasRead} />
      </td>
      <td role="cell" className="sm:py-2.5 sm:pr-4">
        {pool.kubelet && <Kubelet {...pool.kubelet} />}
      </td>
      <td role="cell" className="sm:py-2.5 sm:pr-4">
        <Image pool={pool} />
      </td>
      <td role="cell" className="max-w-72 sm:py-2.5 sm:pr-4 text-secondary">
        <Update pool={pool} />
      </td>
      <td role="cell" className="max-sm:hidden" />
      <td role="cell" className="sm:py-1.5 sm:pr-4">
        {pool.worker && (
          <Suspense fallback={<PlaceOfActs pool={pool} />}>
            {idle ? <PoolActs cluster={cluster} pool={pool} tabIndex={isStop ? 0 : -1} /> : <PlaceOfActs pool={pool} />}
          </Suspense>
        )}
      </td>
    </tr>
  );
}

/** Placeholder with the size of the pool's action buttons, so that nothing moves when they are loaded. */
function PlaceOfActs({ pool }: { readonly pool: PoolRow }) {
  return (
    <span aria-hidden className="invisible flex flex-wrap justify-end gap-2">
      {offeredPoolActs(pool).map((id) => (
        <Button key={id} size="sm" tabIndex={-1}>
          {poolActLabel(id)}
        </Button>
      ))}
    </span>
  );
}

function toggleLabel(name: string, open: boolean): string {
  if (name === "") return open ? text("Hide the nodes of no pool") : text("Show the nodes of no pool");
  return open ? text("Hide the nodes of {name}", { name }) : text("Show the nodes of {name}", { name });
}

function PoolName({ pool: { name, worker } }: { readonly pool: PoolRow }) {
  if (!worker && name === "") return <>{text("Nodes of no pool")}</>;
  return (
    <span translate="no" className="font-semibold break-words">
      {name}
      {!worker && <span className="font-normal text-tertiary">{`, ${text("not in the spec")}`}</span>}
    </span>
  );
}

function Count({ pool: { nodes, ready, bounds }, wasRead }: { readonly pool: PoolRow; readonly wasRead: boolean }) {
  const wanted = bounds === undefined ? undefined : text("{bounds} nodes", { bounds });
  if (!wasRead) return wanted;
  return (
    <>
      {text("{ready} of {all} ready", { ready, all: nodes.length })}
      {bounds !== undefined && (
        <span className="block text-xs text-tertiary">{text("wanted: {bounds}", { bounds })}</span>
      )}
    </>
  );
}

function Kubelet({ version, source }: NonNullable<PoolRow["kubelet"]>) {
  return (
    <>
      <span className="font-mono">{version}</span>
      <span className="block text-xs text-tertiary">
        {source === "pinned" ? text("pinned by the pool") : text("as the control plane")}
      </span>
    </>
  );
}

function Image({ pool: { image, worker } }: { readonly pool: PoolRow }) {
  if (!worker) return null;
  if (image === undefined) return text("chosen by Gardener");
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <span translate="no">{image.name}</span>
      <span className="font-mono">{image.version ?? text("no version")}</span>
      {image.classification !== undefined && <VersionClassificationTag classification={image.classification} />}
    </span>
  );
}

function Update({ pool: { strategy, surge, pending } }: { readonly pool: PoolRow }) {
  return (
    <>
      <span title={strategy}>{updateStrategyLabel(strategy)}</span>
      {surge !== undefined && <span className="block text-xs text-tertiary">{surge}</span>}
      {pending.map(({ id, sentence }) => (
        <span key={id} className="mt-1 block text-pretty text-caution-text">
          {sentence}
        </span>
      ))}
    </>
  );
}
