"use client";

import { clsx } from "clsx";
import { useOnlooker } from "#components/data/session/use-onlooker.ts";
import { type Role, roleText } from "#components/ui/role-classes.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { sentenceOfTruth } from "#lib/policy/status/sentence-of-truth.ts";
import { type Party, whoActs } from "#lib/policy/status/who-acts.ts";
import { wordsOfParty, wordsOfTruth } from "#lib/words/truth-sentences.ts";
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

/** What is the case, since when, why, who has to act, and what comes next. */
export function TruthLine({ cluster: { shoot, row, detail } }: { readonly cluster: Cluster }) {
  const now = useNow(10_000);
  const { patchShoot, uncertain } = detail.permissions;
  const onlooker = useOnlooker(row.project, uncertain ? undefined : patchShoot);
  if (now === 0) return null;
  const truth = sentenceOfTruth(shoot, now);
  const { headline, causes, next } = wordsOfTruth(truth);
  const party = whoActs(truth.turn, onlooker);
  return (
    <p className="max-w-4xl text-base text-pretty text-secondary">
      <span className="font-medium text-ink">{headline}</span> {causes.join(" ")}{" "}
      <span className={clsx("font-medium", roleText[partyHues[party]])}>{wordsOfParty(party, row.project)}.</span>{" "}
      {next}
    </p>
  );
}
