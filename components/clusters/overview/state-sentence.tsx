"use client";

import { clsx } from "clsx";
import { useClock } from "#components/data/address/use-clock.ts";
import { useOnlooker } from "#components/data/session/use-onlooker.ts";
import { type Role, roleText } from "#components/ui/role-classes.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import type { Party } from "#lib/policy/next/who-acts.ts";
import { clusterSentence } from "#lib/view/cluster/cluster-sentence.ts";
import type { OutlookClause } from "#lib/view/cluster/outlook-clauses.ts";
import { wordsOfParty } from "#lib/words/party-words.ts";
import type { Cluster } from "../use-cluster.ts";

const partyHues: Readonly<Record<Party, Role>> = {
  you: "caution",
  team: "neutral",
  somebody: "caution",
  operator: "neutral",
  provider: "neutral",
  gardener: "info",
  nobody: "positive",
};

const aheadHues: Readonly<Record<OutlookClause["kind"], Role>> = { stuck: "negative", forced: "caution" };

/** State of the cluster in one sentence: what, since when, why, who has to act, and what comes within 90 days. */
export function StateSentence({ cluster: { shoot, row, detail } }: { readonly cluster: Cluster }) {
  const now = useNow(10_000);
  const { patchShoot, uncertain } = detail.permissions;
  const clock = useClock(rowWindow(row.window, now)?.offsetMinutes);
  const onlooker = useOnlooker(row.project, uncertain ? undefined : patchShoot);
  if (now === 0) return null;
  const { headline, causes, notes, ahead, party, next } = clusterSentence(
    { shoot, row, view: detail.view, onlooker },
    { clock, now },
  );
  return (
    <p className="max-w-6xl text-base text-pretty text-secondary">
      <span className="font-medium text-ink">{headline}</span> {[...causes, ...notes, ""].join(" ")}
      {ahead.map(({ kind, lead, why }) => (
        <span key={kind}>
          <span className={clsx("font-medium", roleText[aheadHues[kind]])}>{lead}</span>: {why}.{" "}
        </span>
      ))}
      {party !== undefined && (
        <span className={clsx("font-medium", roleText[partyHues[party]])}>{wordsOfParty(party, row.project)}.</span>
      )}{" "}
      {next}
    </p>
  );
}
