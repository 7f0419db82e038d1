"use client";

import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import { Table } from "#components/ui/table.tsx";
import { Why } from "#components/ui/why.tsx";
import type { DraftJudgement } from "#lib/act/updates/draft-faults.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { message, text } from "#lib/language/text.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { ChangeProps } from "./change-props.ts";
import { PoolVersionItem, PoolVersionRow } from "./pool-version-row.tsx";

interface PoolVersionsFormProps extends ChangeProps {
  readonly effects: DraftJudgement["effects"];
}

const columns = [
  message("Pool"),
  message("Runs"),
  message("Own version"),
  message("Change to"),
  message("Effect of the change"),
];

/** Every pool's Kubernetes version: what it runs and why, what it could run, and what that does to its nodes. */
export function PoolVersionsForm({ effects, ...props }: PoolVersionsFormProps) {
  const isNarrow = useMediaQuery("(max-width: 63.99rem)");
  const pools: readonly Worker[] = poolsOf(props.context.shoot.spec);
  return (
    <section aria-labelledby="change-pool-versions" className="border-t border-hairline py-3.5">
      <h3 id="change-pool-versions" className="px-4 text-base font-medium">
        {text("Kubernetes of the pools")}
      </h3>
      <Why label={text("How pinning works")} about="" className="px-4">
        {text(
          "A pool without its own version follows the control plane. The first pin cannot be below the control plane's version. A pool whose nodes are replaced can be unpinned from any version, one that is updated in place only from the minor version below.",
        )}
      </Why>
      {isNarrow ? (
        <ul aria-label={text("Kubernetes of the pools")} className="mt-2 divide-y divide-hairline">
          {pools.map((pool) => (
            <PoolVersionItem key={pool.name} pool={pool} effect={effects.get(pool.name)} {...props} />
          ))}
        </ul>
      ) : (
        <Table
          caption={text("Kubernetes of the pools")}
          columns={columns.map((title) => ({ title: text(title) }))}
          className="mt-2 w-full text-left text-sm"
          cellClass="px-3 py-1.5 first:pl-4 last:pr-4"
        >
          {pools.map((pool) => (
            <PoolVersionRow key={pool.name} pool={pool} effect={effects.get(pool.name)} {...props} />
          ))}
        </Table>
      )}
    </section>
  );
}
