import { clsx } from "clsx";
import { useMemo } from "react";
import { Card } from "#components/ui/card.tsx";
import { hueFillClasses, hueSolidTextClasses } from "#components/ui/hue-classes.ts";
import { batchesOfBulkRun } from "#lib/act/bulk/batches.ts";
import { bulkPhaseLabels, phaseHues } from "#lib/act/bulk/bulk-labels.ts";
import type { BulkCluster, BulkClusterPhase, BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";
import { formatList } from "#lib/words/format-list.ts";

/** Batches up to this size show a square for each cluster, larger ones a bar of shares. */
const mostSquares = 200;

/** Phases in the order of the legend; those that look the same stand together, under the first one's label. */
const looks: readonly (readonly BulkClusterPhase[])[] = [
  ["failed"],
  ["unanswered"],
  ["sent", "sending", "previewing"],
  ["planned"],
  ["succeeded"],
  ["waiting"],
  ["skipped"],
];

interface BatchOfClusters {
  readonly title: string;
  readonly clusters: readonly BulkCluster[];
}

/** Batches of a run in order, with a square per cluster. The table of clusters has the same facts as text. */
export function RunBatches({ run }: { readonly run: BulkRun }) {
  const batches = useMemo(() => batchesWithClusters(run), [run]);
  const shown = looks.filter((phases) =>
    batches.some(({ clusters }) => clusters.some(({ phase }) => phases.includes(phase))),
  );
  if (batches.length === 0) return null;
  return (
    <Card id="batches" title={text("Batches")}>
      <ol className="flex flex-col gap-2">
        {batches.map((batch) => (
          <Batch key={batch.title} batch={batch} />
        ))}
      </ol>
      <ul aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-secondary">
        {shown.map(([phase]) =>
          phase === undefined ? null : (
            <li key={phase} className="inline-flex items-center gap-1.5">
              <Square phase={phase} />
              {text(bulkPhaseLabels[phase])}
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}

function Batch({ batch: { title, clusters } }: { readonly batch: BatchOfClusters }) {
  const counts = looks.flatMap((phases) => {
    const count = clusters.filter(({ phase }) => phases.includes(phase)).length;
    return count === 0 || phases[0] === undefined ? [] : [{ phase: phases[0], count }];
  });
  return (
    <li className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <span className="text-sm font-medium">
        {title} <span className="font-normal text-secondary tabular-nums">{formatNumber(clusters.length)}</span>
      </span>
      <span
        role="img"
        aria-label={formatList(
          counts.map(({ phase, count }) => `${formatNumber(count)} ${text(bulkPhaseLabels[phase])}`),
        )}
        className="flex flex-wrap gap-1"
      >
        {clusters.length <= mostSquares
          ? clusters.map((cluster) => (
              <Square
                key={cluster.uid}
                phase={cluster.phase}
                title={`${cluster.project}/${cluster.name}: ${text(bulkPhaseLabels[cluster.phase])}`}
              />
            ))
          : counts.map(({ phase, count }) => (
              <span
                key={phase}
                className={clsx("h-4 min-w-1", squareClass(phase))}
                style={{ flexGrow: count, flexBasis: 0 }}
                title={`${formatNumber(count)} ${text(bulkPhaseLabels[phase])}`}
              />
            ))}
      </span>
    </li>
  );
}

interface SquareProps {
  readonly phase: BulkClusterPhase;
  readonly title?: string;
}

function Square({ phase, title }: SquareProps) {
  return (
    <span
      {...(title !== undefined && { title })}
      className={clsx("grid size-4 place-items-center text-xs leading-none font-bold", squareClass(phase))}
    >
      {phase === "failed" && "×"}
      {phase === "unanswered" && "?"}
      {phase === "skipped" && "–"}
    </span>
  );
}

/** Filled once it has ended, a border before: the state can be read without colours. */
function squareClass(phase: BulkClusterPhase): string {
  const hue = phaseHues[phase];
  const look = "rounded-tag border forced-color-adjust-none";
  switch (phase) {
    case "succeeded":
      return clsx(look, "border-transparent", hueFillClasses[hue]);
    case "failed":
    case "unanswered":
      return clsx(look, "border-transparent text-canvas", hueFillClasses[hue]);
    case "planned":
      return clsx(look, "border-2 border-current border-dashed", hueSolidTextClasses[hue]);
    case "sent":
    case "sending":
    case "previewing":
      return clsx(look, "animate-breathe border-4 border-current", hueSolidTextClasses[hue]);
    default:
      return clsx(look, "border-current", hueSolidTextClasses[hue]);
  }
}

function batchesWithClusters({ clusters, batches }: BulkRun): readonly BatchOfClusters[] {
  return batchesOfBulkRun(clusters, batches).flatMap(({ from, to, inWindows }, index) => {
    const asked = clusters.slice(from, to).filter(({ phase }) => phase !== "excluded");
    if (asked.length === 0) return [];
    const title = inWindows ? text("In their windows") : text("Batch {batch}", { batch: index + 1 });
    return [{ title, clusters: asked }];
  });
}
