// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
import { useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { ExportList } from "#components/data/export/export-list.tsx";
import { OwnerName } from "#components/data/fleet-parts/owner-name.tsx";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useCreateBulkPlan } from "#components/data/storage/start-bulk.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import type { VisibleScope } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { secretBindingFilterLabel } from "#lib/fleet/fields/account-fields.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import {
  type ClusterToMove,
  type MigrationBoard,
  migrationListHref,
  migrationOffer,
  type ProjectToMove,
} from "#lib/view/accounts/migration-board.ts";
import { bindingDeadlineLabel, describeMigration } from "#lib/view/accounts/migration-descriptions.ts";
import { capitalize } from "#lib/words/format-list.ts";

interface MigrationBoardCardProps {
  readonly board: MigrationBoard;
  /** Selected projects. */
  readonly query: FleetQuery;
  readonly now: number;
  readonly owners: VisibleScope["projects"];
}

/** Who still has to move from a SecretBinding to a CredentialsBinding, and by when. */
export function MigrationBoardCard({ board, query, now, owners }: MigrationBoardCardProps) {
  const { clusters, projects, buckets } = board;
  const clock = useDisplayClock();
  const plan = usePlannedMove();
  return (
    <Card
      id="secret-bindings"
      title={text("Clusters with a SecretBinding")}
      flush
      aside={
        clusters.length > 0 && (
          <span className="flex flex-wrap items-center gap-3">
            <MoveButton clusters={clusters} plan={plan} />
            <ExportList
              size="sm"
              list={{
                count: clusters.length,
                counted: (count) => text("{count, plural, one {# cluster} other {# clusters}}", { count }),
                kubectl: true,
                make: async () =>
                  (await import("#lib/view/export/account-files.ts")).exportClustersToMove(clusters, {
                    filter: formatFleetQuery(query),
                    now: Date.now(),
                  }),
              }}
            />
          </span>
        )
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3.5">
        <p role="status" className="text-base font-medium text-pretty">
          {describeMigration(board, { clock, now })}
        </p>
        {clusters.length > 0 && (
          <>
            <p className="max-w-prose text-sm text-pretty text-secondary">
              {text(
                "Kubernetes 1.34 refuses SecretBindings: move a cluster before you update it to 1.34. A forced update to 1.34 replaces the binding automatically. No node is replaced, and there is no way back.",
              )}
            </p>
            <nav aria-label={text("Clusters by date")} className="flex flex-wrap gap-2">
              {buckets.map(({ bucket, clusters: count }) => (
                <Link
                  key={bucket}
                  href={migrationListHref(query, bucket)}
                  prefetch={false}
                  className="rounded-control border border-hairline px-2.5 py-1 text-sm text-secondary hover:bg-hover"
                >
                  {capitalize(secretBindingFilterLabel(bucket))}{" "}
                  <span className="font-medium text-ink tabular-nums">{text("{value, number}", { value: count })}</span>
                </Link>
              ))}
            </nav>
            {plan.fault !== undefined && <p role="alert">{plan.fault}</p>}
          </>
        )}
      </div>
      {projects.length > 0 && <ProjectTable projects={projects} query={query} now={now} owners={owners} plan={plan} />}
    </Card>
  );
}

interface PlannedMove {
  readonly fault: string | undefined;
  readonly open: (clusters: readonly ClusterToMove[]) => Promise<void>;
}

/** Opens the plan of a run that moves many clusters; nothing is sent before its confirmation. */
function usePlannedMove(): PlannedMove {
  const create = useCreateBulkPlan();
  const [fault, setFault] = useState<string>();
  const open = async (clusters: readonly ClusterToMove[]) => {
    const { verb, title, intent } = migrationOffer;
    const rows = clusters.map(({ row }) => row);
    setFault(await create({ verb, title: text(title), intent, rows }));
  };
  return { fault, open };
}

interface MoveButtonProps {
  readonly clusters: readonly ClusterToMove[];
  readonly plan: PlannedMove;
  readonly project?: string;
}

function MoveButton({ clusters, plan, project }: MoveButtonProps) {
  const readOnly = useReadOnlyReason();
  const count = clusters.length;
  return (
    <Button size="sm" disabledReason={readOnly} onClick={() => void plan.open(clusters)}>
      {text("Move {count, number}…", { count })}
      {project !== undefined && <span className="sr-only"> ({project})</span>}
    </Button>
  );
}

const pageSize = 50;

interface ProjectTableProps extends Omit<MigrationBoardCardProps, "board"> {
  readonly projects: readonly ProjectToMove[];
  readonly plan: PlannedMove;
}

function ProjectTable({ projects, query, now, owners, plan }: ProjectTableProps) {
  const [most, setMost] = useState(pageSize);
  const clock = useDisplayClock();
  const ownerOf = new Map(owners.map(({ name, owner }) => [name, owner]));
  const left = projects.length - most;
  return (
    <>
      <CardTable
        caption={text("Clusters with a SecretBinding by project")}
        columns={[
          { title: text("Project") },
          { title: text("Clusters"), className: "text-right" },
          { title: text("First replaced") },
          { title: text("Owner") },
          { title: text("Move", {}, "action"), className: "text-right" },
        ]}
      >
        {projects.slice(0, most).map(({ project, clusters }) => {
          const [first] = clusters;
          const owner = ownerOf.get(project);
          return (
            <tr key={project} role="row" className="align-top max-sm:block max-sm:px-4 max-sm:py-3">
              <th role="rowheader" scope="row" className="font-medium max-sm:block sm:px-4 sm:py-2">
                <Link href={`/projects/${encodeURIComponent(project)}`} prefetch={false} className="hover:underline">
                  {project}
                </Link>
              </th>
              <CardCell title={text("Clusters")} numeric>
                <Link
                  href={migrationListHref(query, "1", project)}
                  prefetch={false}
                  className="text-link tabular-nums hover:underline"
                >
                  {text("{value, number}", { value: clusters.length })}
                </Link>
              </CardCell>
              <CardCell title={text("First replaced")} empty={first.deadline === undefined}>
                {first.deadline && bindingDeadlineLabel(first.deadline, { clock, now })}{" "}
                <Link href={clusterPath(first.row)} prefetch={false} className="text-secondary underline">
                  {first.row.name}
                </Link>
              </CardCell>
              <CardCell title={text("Owner")} quiet empty={owner === undefined}>
                {owner !== undefined && <OwnerName owner={owner} />}
              </CardCell>
              <CardCell className="sm:text-right">
                <MoveButton clusters={clusters} plan={plan} project={project} />
              </CardCell>
            </tr>
          );
        })}
      </CardTable>
      {left > 0 && (
        <div className="border-t border-hairline px-4 py-2">
          <Button size="sm" onClick={() => setMost(most + pageSize)}>
            {text("Show {count} more", { count: Math.min(pageSize, left) })}
          </Button>
        </div>
      )}
    </>
  );
}
