"use client";

import { Fragment } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorLink } from "#components/data/landscape/operator-link.tsx";
import { OperatorText } from "#components/data/landscape/operator-text.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { renderBreakableWord } from "#components/ui/render-breakable-word.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { externalToolsOf, newTicketUrl } from "#lib/landscape-configuration/cluster-links.ts";
import { text } from "#lib/language/text.ts";
import {
  type ClusterFact,
  copiedTextOf,
  type FactEntry,
  type FactValue,
  factsAsText,
} from "#lib/view/cluster/facts/cluster-fact.ts";
import { clusterFactsOf } from "#lib/view/cluster/facts/cluster-facts-of.ts";

interface ClusterFactsProps {
  readonly row: FleetRow;
  readonly shoot: Shoot;
  /** Fields of the project of the cluster. */
  readonly customFields?: ClusterDetail["customFields"];
}

/** Facts about a cluster by subject, one line each, with a button that copies the value. */
export function ClusterFacts({ row, shoot, customFields }: ClusterFactsProps) {
  const landscape = useLandscapeConfiguration();
  return (
    <div className="-mb-4 gap-x-10 min-[120rem]:columns-2 min-[150rem]:columns-3">
      {clusterFactsOf(row, shoot, landscape, customFields).map(({ key, title, facts }) => (
        <section key={key} aria-label={title} className="flex break-inside-avoid flex-col gap-1 pb-4">
          <h3 className="text-sm font-semibold">{title}</h3>
          <FactList facts={facts} />
        </section>
      ))}
      <OperatorFacts row={row} />
    </div>
  );
}

/** What the operator tells and links for each cluster; nothing where there is none of it. */
function OperatorFacts({ row }: Pick<ClusterFactsProps, "row">) {
  const landscape = useLandscapeConfiguration();
  const ticket = newTicketUrl(landscape, row);
  const tools = [
    ...externalToolsOf(landscape, row),
    ...(ticket === undefined ? [] : [{ title: text("New ticket"), url: ticket }]),
  ];
  const { sla } = landscape;
  if (tools.length === 0 && sla?.description === undefined) return null;
  const title = text("From the operator");
  return (
    <section aria-label={title} className="flex break-inside-avoid flex-col gap-1 pb-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
        {sla?.description !== undefined && (
          <>
            <dt className="py-1 break-words hyphens-auto text-tertiary">{sla.title ?? text("Service level")}</dt>
            <dd className="min-w-0 py-1">
              <OperatorText text={sla.description} />
            </dd>
          </>
        )}
        {tools.length > 0 && (
          <>
            <dt className="py-1 break-words hyphens-auto text-tertiary">{text("Tools")}</dt>
            <dd className="flex min-w-0 flex-col gap-1 py-1">
              {tools.map((tool) => (
                <span key={`${tool.title} ${tool.url}`}>
                  <OperatorLink {...tool} />
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** Facts that are copied most often, for a narrow panel. */
export function MostCopiedFacts({ row, shoot }: ClusterFactsProps) {
  const facts = clusterFactsOf(row, shoot).flatMap((group) => group.facts.filter(({ key }) => mostCopied.has(key)));
  return <FactList facts={facts} />;
}

const mostCopied: ReadonlySet<string> = new Set(["api-server-external", "egress", "technical-id"]);

/** Button that copies all facts as text. */
export function CopyFacts({ row, shoot, customFields }: ClusterFactsProps) {
  return (
    <CopyButton
      size="xs"
      variant="ghost"
      label={text("Copy all")}
      text={() => factsAsText(clusterFactsOf(row, shoot, {}, customFields))}
    />
  );
}

function FactList({ facts }: { readonly facts: readonly ClusterFact[] }) {
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      {facts.map((fact) => (
        <Fragment key={fact.key}>
          <dt className="py-1 break-words hyphens-auto text-tertiary">{fact.name}</dt>
          <dd className="flex min-w-0 items-start justify-between gap-x-2">
            <div className="min-w-0 py-1 break-words">
              <Content fact={fact} />
              {fact.explanation !== undefined && (
                <span className="block text-xs text-pretty text-tertiary">{fact.explanation}</span>
              )}
            </div>
            <CopyFact fact={fact} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function CopyFact({ fact }: { readonly fact: ClusterFact }) {
  const copied = copiedTextOf(fact);
  if (copied === undefined) return null;
  return (
    <CopyButton
      iconOnly
      size="iconSm"
      variant="ghost"
      label={text("Copy {label}", { label: fact.name })}
      text={copied}
    />
  );
}

function Content({ fact: { name, content } }: { readonly fact: ClusterFact }) {
  switch (content.kind) {
    case "missing":
      return <span className="text-secondary">{content.reason}</span>;
    case "instant":
      return <TimestampText at={content.at} />;
    case "values":
      return content.values.map((value, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a faulty spec may name an extension twice.
        <Fragment key={place}>
          {place > 0 && ", "}
          <Value of={value} href={content.href} />
        </Fragment>
      ));
    case "entries":
      return (
        <>
          {content.own.length > 0 ? (
            <Entries of={content.own} />
          ) : (
            <span className="text-secondary">{text("none")}</span>
          )}
          {content.system.length > 0 && (
            <WhyDetails
              about={name}
              label={text("{count} of Gardener and Kubernetes", { count: content.system.length })}
            >
              <Entries of={content.system} />
            </WhyDetails>
          )}
        </>
      );
  }
}

function Entries({ of }: { readonly of: readonly FactEntry[] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {of.map(([key, value]) => (
        <li key={key} translate="no">
          <span className="text-secondary">{renderBreakableWord(key, /(?<=[./])/)}:</span> {value}
        </li>
      ))}
    </ul>
  );
}

interface ValueProps {
  readonly of: FactValue;
  readonly href: string | undefined;
}

function Value({ of: { value, note }, href }: ValueProps) {
  // Addresses are not broken: no break before a digit.
  const word = <span translate="no">{renderBreakableWord(value, /(?<=[./@])(?![\d/])/)}</span>;
  return (
    <>
      {href === undefined ? (
        word
      ) : (
        <Link href={href} className="rounded-tag text-link hover:underline">
          {word}
        </Link>
      )}
      {note !== undefined && <span className="text-secondary"> ({note})</span>}
    </>
  );
}
