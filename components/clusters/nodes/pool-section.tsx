"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { StageTag } from "#components/data/stage-tag.tsx";
import { Button } from "#components/ui/button.tsx";
import { useIdle } from "#components/ui/use-idle.ts";
import type { NodesReading } from "#lib/contract/nodes.ts";
import { type PoolRow, wordsOfStrategy } from "#lib/view/nodes/pool-rows.ts";
import type { Cluster } from "../overview/use-cluster.ts";
import { NodeTable } from "./node-table.tsx";

// The rules of operations come after what is read first.
const PoolActs = lazy(async () => ({ default: (await import("./pool-acts.tsx")).PoolActs }));

interface PoolSectionProps {
  readonly cluster: Cluster;
  readonly pool: PoolRow;
  readonly reading: NodesReading | undefined;
  /** Its Nodes are shown until somebody hides them. */
  readonly opens: boolean;
}

/** A pool with what the garden knows of it, and its Nodes beneath. */
export function PoolSection({ cluster, pool, reading, opens }: PoolSectionProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const idle = useIdle();
  const isOpen = chosen ?? opens;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const wasRead = reading?.state === "read";
  return (
    <li className="flex flex-col gap-3 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 text-base font-semibold">
          {wasRead ? (
            <Button
              variant="ghost"
              size="sm"
              className="-ml-2.5 font-semibold text-ink"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setChosen(!isOpen)}
            >
              <Arrow aria-hidden />
              <PoolName pool={pool} />
            </Button>
          ) : (
            <PoolName pool={pool} />
          )}
        </h3>
        <span className="text-sm text-secondary tabular-nums">{countWords(pool, wasRead)}</span>
        <Suspense>{idle && pool.worker && <PoolActs cluster={cluster} pool={pool} />}</Suspense>
      </div>
      {pool.worker && <PoolFacts pool={pool} />}
      {pool.pending.map(({ id: key, sentence }) => (
        <p key={key} className="text-sm text-pretty text-caution-text">
          {sentence}
        </p>
      ))}
      {wasRead && (
        <div id={id} hidden={!isOpen}>
          <NodeTable pool={pool} />
        </div>
      )}
    </li>
  );
}

function PoolName({ pool: { name, worker } }: { readonly pool: PoolRow }) {
  if (!worker && name === "") return <>Nodes of no pool</>;
  return (
    <span translate="no" className="truncate">
      {name}
      {!worker && <span className="font-normal text-tertiary">, not in the spec</span>}
    </span>
  );
}

function countWords({ nodes, ready, bounds }: PoolRow, wasRead: boolean): string {
  const wanted = bounds === undefined ? "" : `${wasRead ? " of " : ""}${bounds} nodes`;
  if (!wasRead) return wanted;
  const found = `${ready} of ${nodes.length} ${nodes.length === 1 ? "node" : "nodes"} ready`;
  return bounds === undefined ? found : `${found}; the spec wants ${bounds}`;
}

function PoolFacts({ pool }: { readonly pool: PoolRow }) {
  const { kubelet, image, strategy, surge, worker } = pool;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6 gap-y-2 text-sm">
      <Fact term="Kubelet">
        <span className="font-mono">{kubelet?.version}</span>{" "}
        <span className="text-tertiary">
          {kubelet?.source === "pinned" ? "pinned by the pool" : "inherited from the control plane"}
        </span>
      </Fact>
      <Fact term="Machine image">
        {image === undefined ? (
          "chosen by Gardener"
        ) : (
          <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
            <span translate="no">{image.name}</span>
            <span className="font-mono">{image.version ?? "no version"}</span>
            {image.classification !== undefined && <StageTag classification={image.classification} />}
          </span>
        )}
      </Fact>
      <Fact term="Machine type">
        <span className="font-mono break-words" translate="no">
          {worker?.machine.type}
        </span>
      </Fact>
      <Fact term="Update strategy">
        <span title={strategy}>{wordsOfStrategy(strategy)}</span>
      </Fact>
      <Fact term="At once">{surge}</Fact>
    </dl>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-tertiary">{term}</dt>
      <dd className="text-pretty text-secondary">{children}</dd>
    </div>
  );
}
