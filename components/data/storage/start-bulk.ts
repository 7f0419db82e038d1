import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { type BulkIntent, defaultBatchSizes } from "#lib/act/bulk/bulk-run.ts";
import type { BulkVerb } from "#lib/act/bulk-verbs.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { SessionInfo } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { forgetOldRuns, saveRun } from "./bulk-store.ts";

export interface BulkPlanInput {
  readonly verb: BulkVerb;
  /** Description of the action on each cluster: `Start the rotation of the certificate authorities`. */
  readonly title: string;
  readonly intent: BulkIntent;
  readonly rows: readonly FleetRow[];
}

/** Returns a key for the owner of bulk runs: a user in one garden. */
export function ownerKeyOfBulkRuns({ user, garden }: Pick<SessionInfo, "user" | "garden">): string {
  return `${user.name} @ ${garden.kind} ${garden.name}`;
}

/**
 * Returns a function that stores the plan of an action on many clusters and opens the plan's page. Nothing is sent yet:
 * the plan shows the effect on each cluster and asks for confirmation.
 * @returns why the plan could not be stored; undefined if it was stored
 */
export function useCreateBulkPlan(): (start: BulkPlanInput) => Promise<string | undefined> {
  const client = useQueryClient();
  const openPage = useOpenPage();
  return useCallback(
    async ({ verb, title, intent, rows }) => {
      try {
        const owner = ownerKeyOfBulkRuns(await client.ensureQueryData(sessionQuery));
        const id = newId();
        await forgetOldRuns(owner, Date.now());
        await saveRun({
          id,
          owner,
          verb,
          title,
          intent,
          createdAt: Date.now(),
          batches: [...defaultBatchSizes],
          stopRule: { kind: "first-failure" },
          status: "draft",
          toleratedFailures: 0,
          // Sorted by name like the list, so that the order of execution does not depend on the order of selection.
          clusters: [...rows].sort(byName).map(({ uid, project, name }) => ({
            uid,
            project,
            name,
            phase: "waiting",
            attempt: 1,
            conflicts: 0,
          })),
        });
        openPage(`/operations/${id}`);
        return undefined;
      } catch {
        return text(
          "This browser lets no page keep anything, so a run over many clusters could not be resumed safely.",
        );
      }
    },
    [client, openPage],
  );
}

function byName(left: FleetRow, right: FleetRow): number {
  return compare(left.project, right.project) || compare(left.name, right.name);
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/** Returns an id of twelve letters and digits, which is unique enough for the runs of one browser. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");
}
