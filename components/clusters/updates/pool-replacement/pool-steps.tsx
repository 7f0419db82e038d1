"use client";

import { type ReactNode, useMemo } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { planPoolRemoval, planSuccessor } from "#lib/view/pool-replacement/change-pool-list.ts";
import { drainCommandsOf } from "#lib/view/pool-replacement/drain-commands.ts";
import type { ReplacedPool } from "#lib/view/pool-replacement/pool-replacement.ts";
import {
  describeOldNodes,
  describeSuccessor,
  stateOfAll,
} from "#lib/view/pool-replacement/replacement-descriptions.ts";
import { formatList } from "#lib/words/format-list.ts";
import { findSpecChangeBlocker } from "../../cluster-blockers.ts";
import { ReplacementStep } from "./replacement-step.tsx";
import type { ReplacementStepsProps } from "./replacement-steps-props.ts";

/** The last three steps, each for every replaced pool: add the new pool, move the workload, remove the old pool. */
export function PoolSteps(props: ReplacementStepsProps) {
  const { replaced } = props.replacement;
  return (
    <>
      <ReplacementStep
        number={3}
        title={text("Add a pool at the new version")}
        state={stateOfAll(replaced.map(({ add }) => add))}
      >
        {replaced.length === 0 && <p>{text("A copy of each pinned pool under a new name, without the pin.")}</p>}
        <PoolList pools={replaced} label={text("New pools")}>
          {(pool) => <Addition {...props} of={pool} />}
        </PoolList>
      </ReplacementStep>
      <ReplacementStep
        number={4}
        title={text("Move the workload yourself")}
        state={stateOfAll(replaced.map(({ move }) => move))}
      >
        <p className="text-pretty">
          {text(
            "Almanac does not see workload. Check that everything runs in the new pool before you remove the old one.",
          )}
        </p>
        <PoolList pools={replaced.filter(({ move }) => move !== "later")} label={text("Workload of the old pools")}>
          {(pool) => <Move of={pool} />}
        </PoolList>
      </ReplacementStep>
      <ReplacementStep
        number={5}
        title={text("Remove the old pool")}
        state={stateOfAll(replaced.map(({ remove }) => remove))}
      >
        {replaced.length === 0 && <p>{text("Its nodes go, with what is stored on them.")}</p>}
        <PoolList pools={replaced.filter(({ add }) => add === "done")} label={text("Old pools")}>
          {(pool) => <Removal {...props} of={pool} />}
        </PoolList>
      </ReplacementStep>
    </>
  );
}

interface PoolListProps {
  readonly pools: readonly ReplacedPool[];
  readonly label: string;
  readonly children: (pool: ReplacedPool) => ReactNode;
}

function PoolList({ pools, label, children }: PoolListProps) {
  if (pools.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {pools.map((replaced) => (
        <li key={replaced.pool.name} className="flex flex-col items-start gap-2">
          {children(replaced)}
        </li>
      ))}
    </ul>
  );
}

interface PoolStepProps extends ReplacementStepsProps {
  readonly of: ReplacedPool;
}

function Addition({ cluster, context, of }: PoolStepProps) {
  const { pool, add, successor } = of;
  const plan = useMemo(() => planSuccessor(context, pool.name), [context, pool.name]);
  const { name, newImageVersion, actOn, refusals } = plan;
  const title = text("Add pool {name} like {pool}", { name, pool: pool.name });
  return (
    <>
      <p className="text-pretty">
        {describeSuccessor(of)}
        {add === "now" && newImageVersion && (
          <>
            {" "}
            {text("The image version of {pool} does not fit the new pool, so the garden chooses one.", {
              pool: pool.name,
            })}
          </>
        )}
      </p>
      {(add === "now" || successor !== undefined) && (
        <ActButton
          cluster={cluster.row}
          act={() => actOn(context.shoot.spec)}
          remake={(latest) => actOn(latest.spec)}
          label={`${title}…`}
          title={title}
          size="sm"
          variant={add === "now" ? "primary" : "ghost"}
          disabledReason={findSpecChangeBlocker(cluster) ?? refusals[0]}
        />
      )}
    </>
  );
}

function Move({ of: { pool, nodes } }: { readonly of: ReplacedPool }) {
  const { name, minimum = 0, maximum = 0 } = pool;
  const commands = drainCommandsOf(name);
  return (
    <>
      <p className="text-pretty">
        {describeOldNodes(nodes, name)}
        {maximum > minimum && (
          <> {text("The cluster autoscaler can still add nodes to {pool}; cordon these as well.", { pool: name })}</>
        )}
      </p>
      <div className="w-full max-w-3xl rounded-control border border-hairline bg-surface">
        <div className="flex items-center justify-between gap-2 px-2 pt-1">
          <span className="text-xs text-tertiary">{text("kubectl commands for {pool}", { pool: name })}</span>
          <CopyButton text={commands} label={text("Copy the commands")} size="xs" variant="ghost" />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard. */}
        <pre tabIndex={0} className="scrollbar-thin overflow-auto px-2 pt-0.5 pb-2 text-xs">
          <code translate="no">{commands}</code>
        </pre>
      </div>
    </>
  );
}

const mostNames = 12;

function Removal({ cluster, context, of }: PoolStepProps) {
  const { pool, nodes, remove } = of;
  const { actOn, refusals } = useMemo(() => planPoolRemoval(context, pool.name), [context, pool.name]);
  const title = text("Remove pool {name}", { name: pool.name });
  return (
    <>
      <p className="text-pretty wrap-anywhere">{nodesThatGo(of)}</p>
      {nodes !== undefined && nodes.names.length > mostNames && (
        <Link
          href={`${clusterPath(cluster.row)}/nodes?pool=${encodeURIComponent(pool.name)}`}
          className="rounded-tag text-link hover:underline"
        >
          {text("All nodes of {pool}", { pool: pool.name })}
        </Link>
      )}
      <ActButton
        cluster={cluster.row}
        act={() => actOn(context.shoot.spec)}
        remake={(latest) => actOn(latest.spec)}
        label={`${title}…`}
        title={title}
        size="sm"
        variant={remove === "now" ? "primary" : "secondary"}
        disabledReason={findSpecChangeBlocker(cluster) ?? refusals[0]}
      />
    </>
  );
}

function nodesThatGo({ pool: { name: pool }, nodes }: ReplacedPool): string {
  if (nodes === undefined) return text("All nodes of {pool} go. Which these are is not known here.", { pool });
  if (nodes.names.length === 0) return text("{pool} has no nodes.", { pool });
  const shown = nodes.names.slice(0, mostNames);
  const more = nodes.names.length - shown.length;
  return text("These nodes go: {nodes}.", {
    nodes: formatList(more === 0 ? shown : [...shown, text("{count} more", { count: more })]),
  });
}
