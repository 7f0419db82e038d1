"use client";

import { GitCompareArrows, Plus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { pathInGarden } from "#components/data/address/garden-here.ts";
import { useDisplayClockLookup } from "#components/data/address/use-clock.ts";
import { ExportList } from "#components/data/export/export-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyLink } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { Segments } from "#components/ui/form/segments.tsx";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { LazyField } from "#components/ui/lazy-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TypeAheadBuffer } from "#components/ui/state/type-ahead-buffer.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { text } from "#lib/language/text.ts";
import {
  type ComparedRef,
  comparePath,
  formatComparedRef,
  maxComparedClusters,
  parseCompareQuery,
} from "#lib/view/compare/compare-address.ts";
import { compareClusters, countComparedRows, sectionsWithDifferences } from "#lib/view/compare/compare-clusters.ts";
import { CompareSections } from "./compare-sections.tsx";
import { type ComparedClusterColumn, useComparedClusters } from "./use-compared-clusters.ts";

const loadChooser = () => import("./compare-chooser.tsx");
const CompareChooser = lazyComponent(async () => (await loadChooser()).CompareChooser);

/** Page that compares two to four clusters, or earlier states of them, side by side. */
export function ComparePageContent() {
  const { refs, faults, all, choose, showAll } = useCompareAddress();
  const subjects = useComparedClusters(refs);
  const [isChoosing, setIsChoosing] = useState(false);
  const [typed] = useState(() => new TypeAheadBuffer());
  const stopChoosing = () => setIsChoosing(false);
  const [beside, setBeside] = useState("");
  const adder = useRef<HTMLButtonElement>(null);
  const names = refs.map(formatComparedRef);
  const full =
    refs.length === maxComparedClusters
      ? text("Four is the most that fits side by side. Remove one first.")
      : undefined;
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="flex flex-col gap-3 px-4 pt-4 pb-3 sm:px-6">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Compare clusters")}</h1>
        <div className="flex flex-wrap items-center gap-2" data-print="hidden">
          <Button
            ref={adder}
            variant={refs.length < 2 ? "primary" : "secondary"}
            aria-haspopup="dialog"
            aria-expanded={isChoosing}
            disabledReason={full}
            onPointerEnter={() => preloadModule(loadChooser)}
            onClick={() => setIsChoosing(!isChoosing)}
          >
            <Plus aria-hidden />
            {refs.length === 0 ? text("Choose a cluster…") : text("Compare with…")}
          </Button>
          {refs.length > 1 && <CopyLink />}
        </div>
        <LazyField typed={typed} open={isChoosing} onCancel={stopChoosing}>
          {isChoosing && (
            <CompareChooser
              anchor={adder}
              typedAhead={typed}
              refs={refs}
              onChoose={(ref) => choose([...refs, ref])}
              onClose={stopChoosing}
            />
          )}
        </LazyField>
        {faults.map((fault) => (
          <Notice key={fault} hue="caution" title={fault} />
        ))}
        <Unread subjects={subjects} />
        {refs.length > 2 && (
          <div className="sm:hidden" data-print="hidden">
            <Segments
              label={text("Beside {name}", { name: names[0] ?? "" })}
              value={names.includes(beside) ? beside : (names[1] ?? "")}
              options={refs.slice(1).map((ref) => ({ value: formatComparedRef(ref), label: ref.name }))}
              onChange={setBeside}
            />
          </div>
        )}
      </div>
      {refs.length < 2 && <TooFew count={refs.length} />}
      {refs.length > 0 && (
        <Comparison
          subjects={subjects}
          all={all}
          beside={Math.max(1, names.indexOf(beside))}
          onAll={showAll}
          onRemove={(subject) => choose(refs.filter((ref) => ref !== subject.ref))}
        />
      )}
    </div>
  );
}

function TooFew({ count }: { readonly count: number }) {
  return (
    <EmptyState
      icon={<GitCompareArrows />}
      title={count === 0 ? text("Nothing to compare yet") : text("One more is needed")}
    >
      {text(
        "Choose up to four clusters here, or select them in the list of clusters. What this tab has seen of a cluster before a change can be chosen, too.",
      )}
    </EmptyState>
  );
}

/** Notices on the clusters that could not be read, with the reason; the remaining clusters are compared. */
function Unread({ subjects }: { readonly subjects: readonly ComparedClusterColumn[] }) {
  return subjects.flatMap(({ ref, fault, retry, cluster }) =>
    fault === undefined
      ? []
      : [
          <Notice
            key={formatComparedRef(ref)}
            hue="caution"
            title={
              cluster === undefined
                ? text("{ref} is not compared", { ref: formatComparedRef(ref) })
                : text("{ref} may be out of date", { ref: formatComparedRef(ref) })
            }
            action={
              retry && (
                <Button size="sm" onClick={retry}>
                  {text("Try again")}
                </Button>
              )
            }
          >
            {fault}
          </Notice>,
        ],
  );
}

interface ComparisonProps {
  readonly subjects: readonly ComparedClusterColumn[];
  readonly all: boolean;
  readonly beside: number;
  readonly onAll: (all: boolean) => void;
  readonly onRemove: (subject: ComparedClusterColumn) => void;
}

function Comparison({ subjects, all, beside, onAll, onRemove }: ComparisonProps) {
  const now = useNow(60_000);
  const clockFor = useDisplayClockLookup();
  const clusters = subjects.map(({ cluster }) => cluster);
  // The number of a hook's dependencies must not change, so all columns are combined into one key.
  const key = subjects
    .map(({ ref, cluster }) => `${formatComparedRef(ref)} ${cluster?.row.resourceVersion ?? ""}`)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `clusters` is a new array on each render; `key` is not.
  const sections = useMemo(() => (now === 0 ? [] : compareClusters(clusters, { now, clockFor })), [key, now, clockFor]);
  if (now === 0 || subjects.some(({ reading, cluster }) => reading && cluster === undefined)) {
    return <Skeleton className="mx-4 h-96 rounded-card sm:mx-6" />;
  }
  const isAlone = clusters.filter((cluster) => cluster !== undefined).length < 2;
  const { all: count, differ } = countComparedRows(sections);
  const showsAll = all || isAlone;
  const shown = showsAll ? sections : sectionsWithDifferences(sections);
  const equal = sections.filter(({ rows }) => rows.length > 0 && rows.every(({ differs }) => !differs));
  return (
    <>
      {!isAlone && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-3 text-sm sm:px-6">
          <CheckField label={text("Only differences")} checked={!all} onChange={(only) => onAll(!only)} />
          <p role="status" className="mr-auto text-secondary tabular-nums">
            {differ === 0
              ? text("No differences")
              : text("{differences, plural, one {# difference} other {# differences}}", { differences: differ })}
            {", "}
            {showsAll
              ? text("{equal, number} equal", { equal: count - differ })
              : text("{equalFields, plural, one {# equal field} other {# equal fields}} hidden", {
                  equalFields: count - differ,
                })}
          </p>
          <ExportList
            size="sm"
            list={{
              count: shown.reduce((sum, { rows }) => sum + rows.length, 0),
              counted: (count) => text("{count, plural, one {# field} other {# fields}}", { count }),
              kubectl: true,
              make: async () => {
                const [{ exportComparison }, { kubectlGetCommandOf }] = await Promise.all([
                  import("#lib/view/export/export-comparison.ts"),
                  import("#lib/view/export/export-clusters.ts"),
                ]);
                return exportComparison(shown, {
                  again: () => {
                    const said = compareClusters(clusters, { now, clockFor });
                    return showsAll ? said : sectionsWithDifferences(said);
                  },
                  names: subjects.map(({ ref }) => formatComparedRef(ref)),
                  all: showsAll,
                  now: Date.now(),
                  kubectl: kubectlGetCommandOf(clusters.flatMap((cluster) => cluster?.row ?? [])),
                });
              },
            }}
          />
        </div>
      )}
      <div className="mx-4 mb-6 overflow-clip rounded-card border border-hairline sm:mx-6">
        <CompareSections subjects={subjects} sections={shown} beside={beside} isAlone={isAlone} onRemove={onRemove} />
        {!showsAll && equal.length > 0 && (
          <p className="border-t border-hairline px-3 py-2 text-sm text-pretty text-tertiary">
            {differ === 0
              ? text("Everything is equal: {sections}.", { sections: equal.map(({ title }) => title).join(", ") })
              : text("Equal throughout: {sections}.", { sections: equal.map(({ title }) => title).join(", ") })}
          </p>
        )}
      </div>
    </>
  );
}

/** Returns the compared clusters in the URL, and functions that change the URL. */
function useCompareAddress() {
  const text = useSearchParams().toString();
  const query = useMemo(() => parseCompareQuery(new URLSearchParams(text)), [text]);
  return {
    ...query,
    choose: (refs: readonly ComparedRef[]) =>
      window.history.pushState(null, "", pathInGarden(comparePath(refs, new URLSearchParams(text)))),
    showAll: (all: boolean) => {
      const params = new URLSearchParams(text);
      if (all) params.set("all", "1");
      else params.delete("all");
      window.history.replaceState(null, "", pathInGarden(comparePath(query.refs, params)));
    },
  };
}
