"use client";

import { clsx } from "clsx";
import { type Role, roleText } from "#components/ui/role-classes.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { sentenceOfTruth } from "#lib/policy/status/sentence-of-truth.ts";
import type { Turn } from "#lib/policy/status/truth.ts";
import { wordsOfTruth } from "#lib/words/truth-sentences.ts";

const turnHues: Readonly<Record<Turn, Role>> = {
  You: "caution",
  Gardener: "info",
  Operator: "neutral",
  Provider: "neutral",
  Nobody: "positive",
};

/** What is the case, since when, why, whose turn it is, and what comes next. */
export function TruthLine({ shoot }: { readonly shoot: Shoot }) {
  const now = useNow(10_000);
  if (now === 0) return null;
  const truth = sentenceOfTruth(shoot, now);
  const { headline, causes, turn, next } = wordsOfTruth(truth);
  return (
    <p className="max-w-4xl text-base text-pretty text-secondary">
      <span className="font-medium text-ink">{headline}</span> {causes.join(" ")}{" "}
      <span className={clsx("font-medium", roleText[turnHues[truth.turn]])}>{turn}.</span> {next}
    </p>
  );
}
