import { Plus, Trash2 } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import type { VersionForNewCluster } from "#lib/contract/new-cluster.ts";
import { editsForNewPool, editsForRemovedPool } from "#lib/create/draft-edits.ts";
import { stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { PoolFields } from "./pool-fields.tsx";

interface PoolsCardProps {
  readonly fields: DraftFields;
  /** What happens to each image version of each pool; undefined until the first preview. */
  readonly images: readonly { readonly pool: string; readonly versions: readonly VersionForNewCluster[] }[] | undefined;
  /** Says what the edit does to the nodes of an existing pool; undefined if nothing. */
  readonly effectOn?: (pool: string) => string | undefined;
  /** Names of existing pools that the edit removes. */
  readonly removed?: readonly string[];
}

/** Card for the worker pools of a cluster. */
export function PoolsCard({ fields, images, effectOn, removed = [] }: PoolsCardProps) {
  const { shoot, profile, pools, edit, errorAt } = fields;
  const workers = ["spec", "provider", "workers"] as const;
  if (pools.length === 0) {
    return (
      <Card id="pools" title={text("Worker pools")}>
        <p className="text-base text-secondary">{text("None. The cluster has no nodes, and can never get any.")}</p>
      </Card>
    );
  }
  const general = fields.errors.find(({ field }) => field === workers.join("."))?.message;
  return (
    <Card
      id="pools"
      title={text("Worker pools")}
      aside={
        profile && (
          <Button size="sm" onClick={() => edit(...editsForNewPool(shoot, profile, Date.now()))}>
            <Plus aria-hidden />
            {text("Add a pool")}
          </Button>
        )
      }
    >
      <ol className="flex flex-col gap-5 divide-y divide-hairline [&>li:not(:first-child)]:pt-5">
        {pools.map((pool, index) => {
          const name = stringAt(pool, "name") ?? "";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pool's name changes while it is typed.
            <li key={index}>
              <div className="mb-2 flex items-center justify-between gap-2">
                <h3 className="text-base font-semibold">
                  {name === "" ? text("Pool {number}", { number: index + 1 }) : name}
                </h3>
                {pools.length > 1 && (
                  <Button
                    size="iconSm"
                    variant="ghost"
                    aria-label={text("Remove pool {name}", { name })}
                    onClick={() => edit(...editsForRemovedPool(shoot, index))}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                )}
              </div>
              {effectOn?.(name) !== undefined && (
                <p className="mb-2 text-sm text-pretty text-caution-text">{effectOn(name)}</p>
              )}
              <PoolFields
                fields={fields}
                pool={pool}
                index={index}
                images={images === undefined ? undefined : (images.find((each) => each.pool === name)?.versions ?? [])}
              />
            </li>
          );
        })}
      </ol>
      {removed.map((name) => (
        <p key={name} className="mt-3 text-sm text-pretty text-negative-text">
          {text("Pool {name}: {effect}", { name, effect: effectOn?.(name) ?? "" })}
        </p>
      ))}
      {(general ?? errorAt("spec", "provider", "infrastructureConfig")) !== undefined && (
        <p className="mt-3 text-sm text-pretty text-negative-text">
          {general ?? errorAt("spec", "provider", "infrastructureConfig")}
        </p>
      )}
    </Card>
  );
}
