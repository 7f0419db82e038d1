"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { useUserRelationLookup } from "#components/data/session/use-user-relation.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { automaticPatchVersionOf } from "#lib/act/plan/automatic-patch-version-of.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { newestClassificationContextAt } from "#lib/policy/versions/newest-classification-context.ts";

/**
 * Computes which patch version each row offers, once the list is rendered; renders nothing itself. Only project members
 * and operators get the offer in the row; the menu has it for every user.
 */
export function PatchOffersReporter({
  onOffers,
}: {
  readonly onOffers: (offer: (row: FleetRow) => string | undefined) => void;
}) {
  const profiles = useQuery(versionsQuery).data?.profiles;
  const onlookerAt = useUserRelationLookup();
  const now = useNow(hourMs);
  useEffect(() => {
    if (profiles === undefined) return;
    const reading = newestClassificationContextAt(now);
    onOffers((row) => {
      const { operates, belongs } = onlookerAt(row.project);
      const theirs = (operates || belongs) && row.deletionRequestedAt === undefined;
      return theirs ? automaticPatchVersionOf(row, profiles, reading) : undefined;
    });
  }, [profiles, onlookerAt, now, onOffers]);
  return null;
}
