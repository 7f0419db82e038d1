import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useMemo } from "react";
import { useSelection } from "#components/clusters/selection/selection.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useCreateBulkPlan } from "#components/data/storage/start-bulk.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { bulkOffersFor, countBulkCandidates } from "#lib/act/bulk/bulk-offers.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { PaletteGroup } from "#lib/view/palette/match-groups.ts";
import { formatNumber } from "#lib/words/count.ts";
import type { PaletteItem } from "./palette-item.ts";

/** Returns the palette's items for bulk actions on the clusters selected in the list; none on other pages. */
export function useSelectedClustersActionGroups(
  rows: readonly FleetRow[] | undefined,
): readonly PaletteGroup<PaletteItem>[] {
  const selection = useSelection();
  const isList = usePagePath() === "/clusters";
  const readOnly = useReadOnlyReason();
  const start = useCreateBulkPlan();
  const toast = useToast();
  const seesAll = useQuery({ ...fleetQuery, select: ({ scope }) => scope.all }).data === true;
  return useMemo(() => {
    const marked = isList && selection.size > 0 ? (rows ?? []).filter(({ uid }) => selection.has(uid)) : [];
    if (marked.length === 0) return [];
    const items = bulkOffersFor(seesAll).map((offer): PaletteItem => {
      const { key, verb, title, intent, unfit } = offer;
      const { fit, others } = countBulkCandidates(offer, marked);
      const count =
        fit === marked.length
          ? formatNumber(fit)
          : text("{fit, number} of {marked, number}", { fit, marked: marked.length });
      return {
        ...{
          id: `selected-${key}`,
          title: `${text(title)}…`,
          more: text("selected clusters"),
          icon: <ListChecks aria-hidden />,
        },
        hint: others === "" ? count : text("{count}, without: {others}", { count, others }),
        reason: readOnly ?? (fit === 0 ? text("None of the selected clusters: {others}.", { others }) : undefined),
        run: async () => {
          const fault = await start({
            verb,
            title: text(title),
            intent,
            rows: marked.filter((row) => unfit(row) === undefined),
          });
          if (fault !== undefined)
            toast({ kind: "error", id: "bulk-start", title: text("The run was not planned"), detail: fault });
        },
      };
    });
    return [
      {
        title: text("{count, plural, one {# selected cluster} other {# selected clusters}}", { count: marked.length }),
        items,
      },
    ];
  }, [isList, selection, rows, seesAll, readOnly, start, toast]);
}
