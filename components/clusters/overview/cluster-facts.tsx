"use client";

import { Fragment } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { renderBreakableWord } from "#components/ui/render-breakable-word.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { type ClusterFact, clusterFactsOf, type FactValue } from "#lib/view/cluster/cluster-facts-of.ts";

/** Facts about a cluster, one line each. */
export function ClusterFacts({ row, shoot }: { readonly row: FleetRow; readonly shoot: Shoot }) {
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)] xl:max-w-3xl">
      {clusterFactsOf(row, shoot).map((fact) => (
        <Fragment key={fact.key}>
          <dt className="break-words hyphens-auto text-tertiary">{fact.name}</dt>
          <dd className="min-w-0 break-words">
            <Content fact={fact} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Content({ fact }: { readonly fact: ClusterFact }) {
  switch (fact.kind) {
    case "words":
      return fact.words;
    case "instant":
      return <TimestampText at={fact.at} />;
    case "values":
      return <Values values={fact.values} copied={fact.copied} />;
    case "labels":
      return (
        <span className="flex flex-col gap-0.5">
          {fact.labels.map(([key, value]) => (
            <span key={key} translate="no" className="break-words">
              <span className="text-secondary">{renderBreakableWord(key, /(?<=[./])/)}:</span> {value}
            </span>
          ))}
        </span>
      );
  }
}

interface ValuesProps {
  readonly values: readonly FactValue[];
  readonly copied: string | undefined;
}

function Values({ values, copied }: ValuesProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="min-w-0 break-words">
        {values.map(({ value, note }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a faulty spec may name an extension twice.
          <Fragment key={place}>
            {place > 0 && ", "}
            <span translate="no">{renderBreakableWord(value, /(?<=[.@])/)}</span>
            {note !== undefined && <span className="text-secondary"> ({note})</span>}
          </Fragment>
        ))}
      </span>
      {copied !== undefined && (
        <span className="-my-0.5">
          <CopyButton size="xs" variant="ghost" label={text("Copy")} text={copied} />
        </span>
      )}
    </span>
  );
}
