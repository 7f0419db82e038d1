"use client";

import { MenuItem } from "#components/ui/overlay/menu.tsx";
import { type BulkOffer, countBulkCandidates } from "#lib/act/bulk/bulk-offers.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";

interface BulkItemsProps {
  readonly offers: readonly BulkOffer[];
  readonly marked: readonly FleetRow[];
  readonly refusal: (offer: BulkOffer) => string | undefined;
  readonly choose: (offer: BulkOffer) => void;
}

/** Menu items of the bulk actions without a button, each with the number of selected clusters it applies to. */
export function BulkActionMenuItems({ offers, marked, refusal, choose }: BulkItemsProps) {
  return offers.map((offer) => {
    const { fit } = countBulkCandidates(offer, marked);
    const reason = refusal(offer);
    return (
      <MenuItem key={offer.key} disabled={reason !== undefined} onSelect={() => choose(offer)}>
        <span className="min-w-0 flex-1">
          {text(offer.title)}
          {reason !== undefined && <span className="block text-xs text-tertiary">{reason}</span>}
        </span>
        {reason === undefined && fit < marked.length && (
          <span className="text-sm text-tertiary tabular-nums">
            {text("{fit, number} of {selected, number}", { fit, selected: marked.length })}
          </span>
        )}
      </MenuItem>
    );
  });
}
