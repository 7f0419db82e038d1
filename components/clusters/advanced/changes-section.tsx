"use client";

import { Link } from "#components/ui/address/link.tsx";
import type { Role } from "#components/ui/role-classes.ts";
import { Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import {
  type ChangeRow,
  changeTable,
  type EffectName,
  type PoolStrategy,
  poolStrategies,
} from "#lib/view/advanced/change-table.ts";
import { poolList } from "#lib/words/words.ts";
import { changeVersionsPath } from "../cluster-path.ts";
import type { SectionProps } from "./advanced-body.tsx";
import { Code, Fold, GuideSection } from "./guide-section.tsx";

const hues: Readonly<Record<EffectName, Role>> = {
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

/** What replaces nodes, what updates them in place and what they do not notice, asked of the rules for these pools. */
export function ChangesSection({ cluster, shoot }: SectionProps) {
  const pools = poolStrategies(shoot);
  return (
    <GuideSection id="changes" title="What updates the nodes">
      {pools.length === 0 ? (
        <p className="text-secondary">This cluster has no worker pools, so no change replaces nodes.</p>
      ) : (
        <>
          <Pools pools={pools} />
          <Changes rows={changeTable(shoot)} poolCount={pools.length} />
        </>
      )}
      <p>
        <Link href={changeVersionsPath(cluster)} className="rounded-tag font-medium text-link hover:underline">
          Change versions of this cluster
        </Link>
        {" · "}
        <Link href="/versions/kubernetes" className="rounded-tag font-medium text-link hover:underline">
          Which Kubernetes versions each Gardener release supports
        </Link>
      </p>
      <Fold title="What is easily overlooked">
        <p>
          A pool with its own kubelet block inherits nothing from the cluster's. Adding one can change the reserved
          resources and replace the nodes.
        </p>
        <p>
          The size of a volume is compared as text: <Code>50Gi</Code> and <Code>51200Mi</Code> are different. Reserved
          resources are compared as amounts.
        </p>
        <p>
          Nodes receive a new configuration within a few minutes, not all at the same time. If changes wait for the
          maintenance window, all of this waits.
        </p>
      </Fold>
    </GuideSection>
  );
}

function Pools({ pools }: { readonly pools: readonly PoolStrategy[] }) {
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
            {sentence} {pace !== undefined && `At a time: ${pace}. `}
            Kubernetes {version}, {pinned ? "a version of its own" : "as the control plane"}.
            {ownKubelet && " Its kubelet block is its own."}
          </p>
        </li>
      ))}
    </ul>
  );
}

const changeColumns = [{ title: "What" }, { title: "Effect on the nodes" }];

function Changes({ rows, poolCount }: { readonly rows: readonly ChangeRow[]; readonly poolCount: number }) {
  return (
    <Table
      caption="Changed setting"
      captionClass="pt-3 pb-1 text-left font-medium"
      columns={changeColumns}
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
                    {effects.length > 1 && <strong className="font-medium">{poolsWords(pools, poolCount)}: </strong>}
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

/** Many pools are named in full all the same: which ones is the point. */
function poolsWords(pools: readonly string[], poolCount: number): string {
  return pools.length === poolCount ? "all pools" : poolList(pools);
}
