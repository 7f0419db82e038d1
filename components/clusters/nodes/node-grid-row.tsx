// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
"use client";

import { CircleCheck, CircleQuestionMark, TriangleAlert } from "lucide-react";
import { Suspense, use } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { ClusterNode } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { nodeUpdateLabels, preserveValueLabel } from "#lib/view/nodes/node-labels.ts";
import { nodeUpdateOf } from "#lib/view/nodes/node-update.ts";
import type { Cluster } from "../use-cluster.ts";
import { NodeActsContext } from "./node-acts-context.ts";

/** Loaded on demand: neither choosing nodes nor the rules of actions are needed to show them. */
const Checkbox = lazyComponent(async () => (await import("#components/ui/form/checkbox.tsx")).Checkbox);
const NodeRowActs = lazyComponent(async () => (await import("./node-row-acts.tsx")).NodeRowActs);

const placeOfCheckbox = <span aria-hidden className="block size-4" />;

interface NodeGridRowProps {
  readonly id: string;
  readonly node: ClusterNode;
  readonly strategy: string;
  /** Prefix that the names of all Nodes have in common. */
  readonly prefix: string;
  /** Position of the Node in its worker pool, and size of the pool. */
  readonly place: readonly [position: number, count: number];
  /** Whether the row and its controls can be reached with Tab. */
  readonly isStop: boolean;
  readonly cluster: Cluster;
  /** Whether to render the buttons of the Node; only once the page is idle. */
  readonly hasActs: boolean;
}

/** CSS classes for phones, where the cells of a Node are below its name. */
const cardOfRow =
  "max-sm:relative max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:py-2.5 max-sm:pl-12";
const cell = "sm:py-2 sm:pr-4 empty:hidden";

/** Row of one Node, below the row of its worker pool. */
export function NodeGridRow({ id, node, strategy, prefix, place, isStop, cluster, hasActs }: NodeGridRowProps) {
  const { marked, onMark } = use(NodeActsContext);
  const from = node.name.startsWith(prefix) ? prefix.length : 0;
  const tabIndex = isStop ? 0 : -1;
  const isSelectable = strategy === "ManualInPlaceUpdate";
  return (
    <tr
      role="row"
      data-row={id}
      tabIndex={tabIndex}
      aria-level={2}
      aria-posinset={place[0]}
      aria-setsize={place[1]}
      className={`focus-inset border-t border-hairline align-top hover:bg-hover ${cardOfRow} ${isSelectable ? "max-sm:pr-50" : "max-sm:pr-28"}`}
    >
      <td role="cell" className="py-2.5 pl-4 max-sm:absolute max-sm:top-2.5 max-sm:left-4 max-sm:p-0">
        <Suspense fallback={placeOfCheckbox}>
          {hasActs ? (
            <Checkbox
              tabIndex={tabIndex}
              aria-label={text("Select {name}", { name: node.name })}
              checked={marked.has(node.uid)}
              onCheckedChange={() => onMark(node.uid)}
            />
          ) : (
            placeOfCheckbox
          )}
        </Suspense>
      </td>
      <th
        role="rowheader"
        scope="row"
        className="max-w-72 py-2 pr-4 pl-7 font-normal max-sm:w-full max-sm:max-w-none max-sm:p-0"
      >
        {/* All names have the same prefix, so truncate the prefix. */}
        <span translate="no" title={node.name} className="flex">
          <span className="min-w-0 truncate text-tertiary">{node.name.slice(0, from)}</span>
          <span className="shrink-0">{node.name.slice(from)}</span>
        </span>
      </th>
      <td role="cell" className={cell}>
        <ReadyCell node={node} />
      </td>
      <td role="cell" className={`${cell} font-mono`}>
        {node.kubelet ?? text("not reported")}
      </td>
      <td role="cell" className={`${cell} text-secondary`}>
        {node.image ?? text("not reported")}
      </td>
      <td role="cell" className={cell}>
        <NodeTags node={node} strategy={strategy} />
      </td>
      <td role="cell" className={`${cell} whitespace-nowrap text-secondary`}>
        <TimestampText at={node.createdAt} form="relative" />
      </td>
      <td role="cell" className="py-1.5 pr-4 text-right max-sm:absolute max-sm:top-2 max-sm:right-4 max-sm:p-0">
        <span className="inline-flex min-h-8 flex-wrap justify-end gap-2">
          {hasActs && (
            <Suspense>
              <NodeRowActs {...{ cluster, node, isSelectable, tabIndex }} />
            </Suspense>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Cell with the readiness that the kubelet reports, and whether Gardener still keeps workload away from the Node. */
function ReadyCell({ node }: { readonly node: ClusterNode }) {
  return (
    <span className="flex flex-col gap-0.5">
      <Ready node={node} />
      {node.awaitsComponents === true && (
        <span className="text-xs text-pretty text-tertiary">
          {text("No workload yet: Gardener waits until its critical components are ready.")}
        </span>
      )}
    </span>
  );
}

function Ready({ node: { ready } }: { readonly node: ClusterNode }) {
  if (ready.status === "True")
    return (
      <Status hue="positive" quiet icon={<CircleCheck aria-hidden />}>
        {text("Ready")}
      </Status>
    );
  const isKnown = ready.status === "False";
  return (
    <span className="flex flex-col gap-0.5">
      <Status
        hue={isKnown ? "negative" : "neutral"}
        icon={isKnown ? <TriangleAlert aria-hidden /> : <CircleQuestionMark aria-hidden />}
      >
        {isKnown
          ? text("Not ready")
          : ready.status === "missing"
            ? text("Not reported")
            : text("Ready is {status}", { status: ready.status })}
      </Status>
      {ready.reason !== undefined && (
        <span className="text-xs break-words text-tertiary" title={ready.message} translate="no">
          {ready.reason}
        </span>
      )}
    </span>
  );
}

/** Tags for unusual properties of a Node, such as unschedulable. */
function NodeTags({ node, strategy }: { readonly node: ClusterNode; readonly strategy: string }) {
  const { phase } = nodeUpdateOf(node, strategy);
  const update = nodeUpdateLabels[phase];
  return (
    <span className="flex flex-wrap gap-1 empty:hidden">
      {node.deleting && <Tag hue="neutral">{text("being deleted")}</Tag>}
      {node.unschedulable && <Tag hue="caution">{text("no new Pods")}</Tag>}
      {update !== undefined && <Tag hue={update.hue}>{text(update.word)}</Tag>}
      {node.preserve !== undefined && <Tag hue="info">{preserveValueLabel(node.preserve)}</Tag>}
      {node.restart !== undefined && (
        <Tag hue="info">{text("restart requested: {restart}", { restart: node.restart })}</Tag>
      )}
    </span>
  );
}
