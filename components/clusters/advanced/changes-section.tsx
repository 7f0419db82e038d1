"use client";

import { Link } from "#components/ui/address/link.tsx";
import type { Hue } from "#components/ui/hue-classes.ts";
import { richText } from "#components/ui/rich-text.ts";
import { Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { changeVersionsPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import {
  type PoolChangeEffectName,
  type PoolChangeRow,
  type PoolUpdateStrategy,
  poolChangeTableOf,
  poolUpdateStrategiesOf,
} from "#lib/view/advanced/pool-change-table-of.ts";
import { poolsLabel } from "#lib/words/format-list.ts";
import { Code, GuideFoldedDetails, GuideSection, renderInlineCode, type SectionProps } from "./guide-section.tsx";

const hues: Readonly<Record<PoolChangeEffectName, Hue>> = {
  rollingUpdate: "caution",
  inPlaceAuto: "caution",
  inPlaceManual: "caution",
  providerDependent: "caution",
  kubeletRestart: "info",
  nodeConfig: "info",
  scale: "info",
  nodeMetadata: "neutral",
  none: "neutral",
  created: "info",
  deleted: "negative",
  rejected: "negative",
};

/** Guide section: which changes of the Shoot replace the pools' nodes, update them in place or do not affect them. */
export function ChangesSection({ cluster, shoot, garden }: SectionProps) {
  const pools = poolUpdateStrategiesOf(shoot, garden);
  return (
    <GuideSection id="changes" title={text("What updates the nodes")}>
      {pools.length === 0 ? (
        <p className="text-secondary">{text("This cluster has no worker pools, so no change replaces nodes.")}</p>
      ) : (
        <>
          <Pools pools={pools} />
          <Changes rows={poolChangeTableOf(shoot, garden)} poolCount={pools.length} />
        </>
      )}
      <p>
        <Link href={changeVersionsPath(cluster)} className="rounded-tag font-medium text-link hover:underline">
          {text("Change versions of this cluster")}
        </Link>
        {" · "}
        <Link href="/versions/kubernetes" className="rounded-tag font-medium text-link hover:underline">
          {text("Which Kubernetes versions each Gardener release supports")}
        </Link>
      </p>
      <GuideFoldedDetails title={text("What is easily overlooked")}>
        <p>
          {text(
            "A pool with its own kubelet block inherits nothing from the cluster's. Adding one can change the reserved resources and replace the nodes.",
          )}
        </p>
        <p>
          {richText(
            "The size of a volume is compared as text: <code>50Gi</code> and <code>51200Mi</code> are different. Reserved resources are compared as amounts.",
            { code: renderInlineCode },
          )}
        </p>
        <p>
          {text(
            "Nodes receive a new configuration within a few minutes, not all at the same time. If changes wait for the maintenance window, all of this waits.",
          )}
        </p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}

function Pools({ pools }: { readonly pools: readonly PoolUpdateStrategy[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {pools.map(({ pool, strategy, sentence, version, pinned, pace, ownKubelet }) => (
        <li key={pool} className="py-2 first:pt-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="break-all" translate="no">
              {pool}
            </span>
            <Code>{strategy}</Code>
          </p>
          <p className="text-secondary">
            {sentence} {pace !== undefined && `${text("At a time: {pace}.", { pace })} `}
            {pinned
              ? text("Kubernetes {version}, a version of its own.", { version })
              : text("Kubernetes {version}, as the control plane.", { version })}
            {ownKubelet && ` ${text("Its kubelet block is its own.")}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Changes({ rows, poolCount }: { readonly rows: readonly PoolChangeRow[]; readonly poolCount: number }) {
  return (
    <Table
      caption={text("Changed setting")}
      captionClass="pt-3 pb-1 text-left font-medium"
      columns={[{ title: text("What") }, { title: text("Effect on the nodes") }]}
      className="w-full border-t border-hairline text-left"
      cellClass="py-1 pr-3 last:pr-0"
    >
      {rows.map(({ id, what, field, effects }) => (
        <tr key={id}>
          <th scope="row" className="py-2 pr-3 align-top font-medium">
            {what.charAt(0).toUpperCase() + what.slice(1)}
            <span className="block text-xs font-normal break-all text-tertiary" translate="no">
              {field}
            </span>
          </th>
          <td className="py-2 align-top">
            <ul className="flex flex-col gap-1.5">
              {effects.map(({ effect, label, sentence, pools }) => (
                <li key={effect}>
                  <Tag hue={hues[effect]}>{label}</Tag>
                  <span className="block text-secondary">
                    {effects.length > 1 && <strong className="font-medium">{poolListLabel(pools, poolCount)}: </strong>}
                    {sentence}
                  </span>
                </li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Returns the names of the affected pools. All are named even if there are many. */
function poolListLabel(pools: readonly string[], poolCount: number): string {
  return pools.length === poolCount ? text("all pools") : poolsLabel(pools);
}
