"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, MapPin } from "lucide-react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { SeedReasons } from "#components/data/fleet-parts/seed-reasons.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { seedChoiceQuery } from "#components/data/queries/seed-queries.ts";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Status } from "#components/ui/status.tsx";
import { Table } from "#components/ui/table.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import type { SeedChoice } from "#lib/contract/seeds.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { formatKeyValue } from "#lib/policy/scheduling/tolerations.ts";
import { Code, GuideFoldedDetails, GuideSection, renderInlineCode, type SectionProps } from "./guide-section.tsx";

/** Guide section on the Seeds that could run the cluster's control plane, and why the other Seeds could not. */
export function SeedsSection({ cluster, shoot }: SectionProps) {
  const { data, error, refetch } = useQuery(seedChoiceQuery(cluster));
  const seed = shoot.status?.seedName ?? shoot.spec.seedName;
  return (
    <GuideSection unfolded id="seeds" title={text("Seeds")}>
      <p>
        {seed
          ? richText("The control plane runs on the Seed <seed></seed>.", { seed: () => <Code>{seed}</Code> })
          : text("No Seed has been chosen for the control plane yet.")}
      </p>
      <WhyDetails about={text("the control plane stays there")}>
        {text("The scheduler selects a Seed once, on creation. Later, only operators can move the control plane.")}
      </WhyDetails>
      {data ? <SeedsAndTolerations choice={data} of={cluster} /> : error ? null : <Skeleton className="h-48" />}
      {error && <ReadFailureNotice title={text("The Seeds could not be read")} of={{ error, refetch }} />}
      <GuideFoldedDetails title={text("How taints and tolerations work here")}>
        <p>
          {richText(
            "A Seed can be used when the cluster tolerates <em>every</em> taint of the Seed. Taints have no effect field. Tolerating a taint does not attract a cluster to the Seed; use <code>spec.seedSelector</code> for that.",
            { code: renderInlineCode, em: (words) => <em>{words}</em> },
          )}
        </p>
        <p>
          {text(
            "A toleration with a value also covers the bare taint of its key. A bare toleration does not cover a taint with a value, unlike Exists in Kubernetes. Of two tolerations of one key the last counts.",
          )}
        </p>
        <p>
          {richText(
            "On creation a cluster gets the defaults of its project and of the garden, unless it names the key itself. Later only tolerations that are new are checked against the whitelists. The project's whitelist is changed by whoever holds the verb <code>modify-spec-tolerations-whitelist</code>.",
            { code: renderInlineCode },
          )}
        </p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}

type SeedRow = SeedChoice["seeds"][number];

interface SeedsProps {
  readonly choice: SeedChoice;
  readonly of: ClusterRef;
}

function SeedsAndTolerations({ choice, of }: SeedsProps) {
  return (
    <>
      {choice.unread === "forbidden" ? (
        <Notice hue="info" title={text("You are not allowed to list Seeds in this garden")}>
          {text("Ask an operator which Seeds could run this cluster. Details of the cluster itself are below.")}
        </Notice>
      ) : (
        <>
          {choice.expected && <ExpectedSeed expected={choice.expected} isPlaced={choice.seeds.some(isCurrent)} />}
          <Seeds choice={choice} of={of} />
        </>
      )}
      <Tolerations choice={choice} />
    </>
  );
}

const isCurrent = ({ current }: SeedRow) => current;

interface ExpectedSeedProps {
  readonly expected: NonNullable<SeedChoice["expected"]>;
  /** Whether the cluster has a Seed, so that the scheduler does not look for one. */
  readonly isPlaced: boolean;
}

/** What the scheduler would do now; for a cluster without a Seed also what keeps each Seed from it. */
function ExpectedSeed({ expected: { sentence, reasons }, isPlaced }: ExpectedSeedProps) {
  return (
    <>
      <p className="text-pretty">
        {isPlaced && `${text("If the cluster had no Seed yet:")} `}
        {sentence}
      </p>
      {!isPlaced && <SeedReasons reasons={reasons} />}
    </>
  );
}

function Seeds({ choice: { seeds, capacityKnown, profileRead }, of: { project, name } }: SeedsProps) {
  if (seeds.length === 0) return <p className="text-secondary">{text("The garden has no Seeds.")}</p>;
  const isShown = ({ current, usable }: SeedRow) => current || usable;
  const chosen = seeds.filter(isShown);
  const refused = seeds.filter((seed) => !isShown(seed));
  return (
    <>
      {chosen.length > 0 && <SeedTable seeds={chosen} caption={text("Seeds that could run this cluster")} />}
      {refused.length > 0 && (
        <GuideFoldedDetails
          unfolded={chosen.length === 0}
          title={text("{count, plural, one {# Seed} other {# Seeds}} could not run this cluster, and why", {
            count: refused.length,
          })}
        >
          <SeedTable seeds={refused} caption={text("Seeds that could not run this cluster")} />
        </GuideFoldedDetails>
      )}
      <ExportList
        size="sm"
        className="self-start"
        list={{
          count: seeds.length,
          counted: (count) => text("{count, plural, one {# Seed} other {# Seeds}}", { count }),
          kubectl: true,
          make: async () =>
            (await import("#lib/view/export/cluster-files.ts")).exportSeeds(seeds, { project, name, now: Date.now() }),
        }}
      />
      <WhyDetails label={text("How Seeds are judged")} about={text("by the scheduler")}>
        {text(
          "Reasons are in the order of the scheduler's filters, and the first one decides. Its strategy for regions, and an operator's own distances between them, are not read.",
        )}
      </WhyDetails>
      {!capacityKnown && (
        <p className="text-tertiary">
          {text("You cannot see whether a Seed is full, because you do not see all clusters.")}
        </p>
      )}
      {!profileRead && (
        <p className="text-tertiary">
          {text("The CloudProfile could not be read, so its Seed selection is not considered.")}
        </p>
      )}
    </>
  );
}

function SeedTable({ seeds, caption }: { readonly seeds: readonly SeedRow[]; readonly caption: string }) {
  return (
    <Table
      caption={caption}
      columns={[{ title: text("Seed") }, { title: text("Could it run this cluster?") }]}
      className="w-full text-left"
      cellClass="py-1 pr-3 last:pr-0"
    >
      {seeds.map((seed) => (
        <SeedLine key={seed.name} seed={seed} />
      ))}
    </Table>
  );
}

/** Labels of who can make an unsuitable Seed suitable. */
const changedBy = {
  Owner: message("The owner of the cluster can change that."),
  Operator: message("The operator can change that."),
} as const satisfies Record<SeedRow["obstacles"][number]["by"], Message>;

function SeedLine({ seed }: { readonly seed: SeedRow }) {
  const { name, provider, region, kubernetes, kubernetesNote, taints, current, usable, obstacles } = seed;
  return (
    <tr>
      <th scope="row" className="py-2 pr-3 align-top font-medium">
        <span className="break-all" translate="no">
          {name}
        </span>
        <span className="block font-normal break-words text-secondary" translate="no">
          {provider}, {region}
          {kubernetes && `, Kubernetes ${kubernetes}`}
        </span>
        {kubernetesNote && <span className="block font-normal break-words text-caution-text">{kubernetesNote}</span>}
        {taints.map((taint) => (
          <span key={formatKeyValue(taint)} className="block font-normal">
            <Code>{formatKeyValue(taint)}</Code>
          </span>
        ))}
      </th>
      <td className="py-2 align-top">
        {current ? (
          <Status hue="info" icon={<MapPin />}>
            {text("It does")}
          </Status>
        ) : (
          <Status hue={usable ? "positive" : "neutral"} icon={usable ? <Check /> : <Ban />}>
            {usable ? text("It could") : text("No")}
          </Status>
        )}
        {current && !usable && <p className="text-secondary">{text("It would not be selected today:")}</p>}
        {obstacles.length > 0 && (
          <ol className="list-decimal pl-5 break-words text-secondary">
            {obstacles.map(({ sentence, by }, at) => (
              <li key={sentence}>
                <span className={at === 0 ? "text-ink" : ""}>{sentence}</span>{" "}
                <span className="text-tertiary">{text(changedBy[by])}</span>
              </li>
            ))}
          </ol>
        )}
      </td>
    </tr>
  );
}

type KeyValues = readonly { readonly key: string; readonly value?: string }[];

function Tolerations({ choice: { tolerations, project, projectUnread } }: { readonly choice: SeedChoice }) {
  const unlisted = tolerations.filter(({ listed }) => listed === false);
  return (
    <dl className="grid gap-x-4 gap-y-1.5 border-t border-hairline pt-3 sm:grid-cols-[12rem_1fr]">
      <dt className="font-medium">{text("Tolerations of the cluster")}</dt>
      <dd className="min-w-0">
        <Entries entries={tolerations} />
        {unlisted.length > 0 && (
          <p className="text-secondary">
            {text("Not on the project's whitelist: {tolerations}. The garden's own whitelist allowed it.", {
              tolerations: unlisted.map(formatKeyValue).join(", "),
            })}
          </p>
        )}
      </dd>
      {project && (
        <>
          <dt className="font-medium">{text("Defaults of the project")}</dt>
          <dd className="min-w-0">
            <Entries entries={project.defaults} />
          </dd>
          <dt className="font-medium">{text("Whitelist of the project")}</dt>
          <dd className="min-w-0">
            <Entries entries={project.whitelist} />
          </dd>
        </>
      )}
      <dt className="font-medium">{text("Lists of the garden")}</dt>
      <dd className="min-w-0 text-secondary">
        {text("These apply, too. They are part of the garden's configuration and cannot be read here.")}
        {projectUnread !== undefined && ` ${text("The project could not be read, so its lists are not known.")}`}
      </dd>
    </dl>
  );
}

function Entries({ entries }: { readonly entries: KeyValues }) {
  if (entries.length === 0) return <span className="text-secondary">{text("none")}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {[...new Set(entries.map(formatKeyValue))].map((entry) => (
        <li key={entry}>
          <Code>{entry}</Code>
        </li>
      ))}
    </ul>
  );
}
