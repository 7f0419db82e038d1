"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, X } from "lucide-react";
import { useMemo, useState } from "react";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useCreateBulkPlan } from "#components/data/storage/start-bulk.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { type BulkOffer, bulkOffers, bulkOffersFor, countBulkCandidates } from "#lib/act/bulk/bulk-offers.ts";
import { bulkVerbLabels } from "#lib/act/bulk-verbs.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { comparePath, findCompareBlocker } from "#lib/view/compare/compare-address.ts";
import { formatNumber } from "#lib/words/count.ts";
import { clearSelection, setRowsSelected, useSelection } from "./selection.ts";

const load = () => import("./bulk-action-menu-items.tsx");
const BulkActionMenuItems = lazyComponent(async () => (await load()).BulkActionMenuItems);

/** Ids of the bulk actions with a button of their own; all others are in the menu. */
const buttons: readonly string[] = ["newest-patch", "reconcile", "maintain", "retry"];
const inTheBar = bulkOffers.filter(({ key }) => buttons.includes(key));

interface BulkBarProps {
  readonly all: readonly FleetRow[];
  /** Clusters that match the filters. */
  readonly listed: readonly FleetRow[];
}

/** Toolbar with actions on the selected clusters. Each button opens a plan to confirm; nothing is sent from here. */
export function BulkBar({ all, listed }: BulkBarProps) {
  const selection = useSelection();
  const marked = useMemo(() => all.filter(({ uid }) => selection.has(uid)), [all, selection]);
  const shown = useMemo(() => listed.filter(({ uid }) => selection.has(uid)).length, [listed, selection]);
  const start = useCreateBulkPlan();
  const readOnly = useReadOnlyReason();
  const openPage = useOpenPage();
  const seesAll = useQuery({ ...fleetQuery, select: ({ scope }) => scope.all }).data === true;
  const inTheMenu = bulkOffersFor(seesAll).filter(({ key }) => !buttons.includes(key));
  const [fault, setFault] = useState<string>();
  const hidden = marked.length - shown;
  const open = async ({ verb, title, intent, unfit }: BulkOffer) => {
    setFault(await start({ verb, title: text(title), intent, rows: marked.filter((row) => unfit(row) === undefined) }));
  };
  const reasonAgainst = (offer: BulkOffer) => {
    const { fit, others } = countBulkCandidates(offer, marked);
    return (
      readOnly ??
      (fit === 0
        ? text("None of the selected clusters: {others}.", { others: others || text("nothing is selected") })
        : undefined)
    );
  };
  return (
    <section
      aria-label={text("Selected clusters")}
      className="flex shrink-0 animate-rise flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline bg-surface px-4 py-2 sm:px-6"
    >
      <p role="status" className="text-base font-medium tabular-nums max-sm:-order-2">
        {hidden > 0
          ? richText("{selected, number} selected<more>, {hidden, number} of them not listed now</more>", {
              selected: marked.length,
              hidden,
              more: (words) => <span className="font-normal text-secondary">{words}</span>,
            })
          : text("{selected, number} selected", { selected: marked.length })}
      </p>
      {shown < listed.length && (
        <Button variant="ghost" size="sm" className="max-sm:-order-2" onClick={() => setRowsSelected(listed, true)}>
          {text("Select all {listed, number} listed", { listed: listed.length })}
        </Button>
      )}
      <span className="flex flex-wrap items-center gap-2">
        {inTheBar.map((offer) => {
          const { fit, others } = countBulkCandidates(offer, marked);
          return (
            <Button
              key={offer.key}
              size="sm"
              disabledReason={reasonAgainst(offer)}
              {...(others !== "" && { title: text("Without: {others}", { others }) })}
              onClick={() => void open(offer)}
            >
              {text(offer.button ?? bulkVerbLabels[offer.verb].button)}
              <span className="font-normal text-secondary tabular-nums">
                {fit === marked.length
                  ? formatNumber(fit)
                  : text("{fit, number} of {selected, number}", { fit, selected: marked.length })}
              </span>
            </Button>
          );
        })}
        <LazyMenu
          preload={load}
          align="start"
          className="w-80"
          items={
            <BulkActionMenuItems
              offers={inTheMenu}
              marked={marked}
              refusal={reasonAgainst}
              choose={(offer) => void open(offer)}
            />
          }
          trigger={<Button size="sm">{text("More…")}</Button>}
        />
        <Button size="sm" disabledReason={findCompareBlocker(marked)} onClick={() => openPage(comparePath(marked))}>
          <GitCompareArrows aria-hidden />
          {text("Compare")}
        </Button>
      </span>
      {fault !== undefined && (
        <p role="alert" className="text-sm text-negative-text">
          {fault}
        </p>
      )}
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={text("Clear selection")}
        className="ml-auto max-sm:-order-1"
        onClick={clearSelection}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}
