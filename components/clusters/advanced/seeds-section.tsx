"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, MapPin } from "lucide-react";
import { ExportList } from "#components/data/export/export-list.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { seedChoiceQuery } from "#components/data/queries/seed-queries.ts";
import { ReadFailure } from "#components/data/shown/read-failure.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Status } from "#components/ui/status.tsx";
import { Table } from "#components/ui/table.tsx";
import { Why } from "#components/ui/why.tsx";
import type { SeedChoice } from "#lib/contract/seeds.ts";
import { keyValueText } from "#lib/policy/scheduling/tolerations.ts";
import type { SectionProps } from "./advanced-body.tsx";
import { Code, Fold, GuideSection } from "./guide-section.tsx";

/** Which Seeds could run the control plane, and why the others could not. */
export function SeedsSection({ cluster, shoot }: SectionProps) {
  const { data, error, refetch } = useQuery(seedChoiceQuery(cluster));
  const seed = shoot.status?.seedName ?? shoot.spec.seedName;
  return (
    <GuideSection unfolded id="seeds" title="Seeds">
      <p>
        {seed ? (
          <>
            The control plane runs on the Seed <Code>{seed}</Code>.
          </>
        ) : (
          "No Seed has been chosen for the control plane yet."
        )}
      </p>
      <Why about="the control plane stays there">
        The scheduler selects a Seed once, on creation. Later, only operators can move the control plane.
      </Why>
      {data ? <SeedsAndTolerations choice={data} of={cluster} /> : error ? null : <Skeleton className="h-48" />}
      {error && <ReadFailure title="The Seeds could not be read" error={error} onRetry={() => void refetch()} />}
      <Fold title="How taints and tolerations work here">
        <p>
          A Seed can be used when the cluster tolerates <em>every</em> taint of the Seed. Taints have no effect field.
          Tolerating a taint does not attract a cluster to the Seed; use <Code>spec.seedSelector</Code> for that.
        </p>
        <p>
          A toleration with a value also covers the bare taint of its key. A bare toleration does not cover a taint with
          a value, unlike Exists in Kubernetes. Of two tolerations of one key the last counts.
        </p>
        <p>
          On creation a cluster gets the defaults of its project and of the garden, unless it names the key itself.
          Later only tolerations that are new are checked against the whitelists. The project's whitelist is changed by
          whoever holds the verb <Code>modify-spec-tolerations-whitelist</Code>.
        </p>
      </Fold>
    </GuideSection>
  );
}

interface SeedsProps {
  readonly choice: SeedChoice;
  readonly of: ClusterRef;
}

function SeedsAndTolerations({ choice, of }: SeedsProps) {
  return (
    <>
      {choice.unread === "forbidden" ? (
        <Notice hue="info" title="You are not allowed to list Seeds in this garden">
          Ask an operator which Seeds could run this cluster. Details of the cluster itself are below.
        </Notice>
      ) : (
        <Seeds choice={choice} of={of} />
      )}
      <Tolerations choice={choice} />
    </>
  );
}

const seedColumns = [{ title: "Seed" }, { title: "Could it run this cluster?" }];

function Seeds({ choice: { seeds, capacityKnown, profileRead }, of: { project, name } }: SeedsProps) {
  if (seeds.length === 0) return <p className="text-secondary">The garden has no Seeds.</p>;
  return (
    <>
      <Table
        caption="Seeds, and whether they could run this cluster"
        columns={seedColumns}
        className="w-full text-left"
        cellClass="py-1 pr-3 last:pr-0"
      >
        {seeds.map((seed) => (
          <SeedLine key={seed.name} seed={seed} />
        ))}
      </Table>
      <ExportList
        size="sm"
        className="self-start"
        list={{
          count: seeds.length,
          noun: ["Seed", "Seeds"],
          kubectl: true,
          make: async () =>
            (await import("#lib/view/export/cluster-files.ts")).seedsFiles(seeds, { project, name, now: Date.now() }),
        }}
      />
      <p className="text-tertiary">
        A suitable Seed is only a candidate: the scheduler also considers regions and networks.{" "}
        {!capacityKnown && "You cannot see whether a Seed is full, because you do not see all clusters. "}
        {!profileRead && "The CloudProfile could not be read, so its Seed selection is not considered."}
      </p>
    </>
  );
}

function SeedLine({ seed }: { readonly seed: SeedChoice["seeds"][number] }) {
  const { name, provider, region, taints, current, usable, obstacles } = seed;
  return (
    <tr>
      <th scope="row" className="py-2 pr-3 align-top font-medium">
        <span className="break-all" translate="no">
          {name}
        </span>
        <span className="block font-normal break-words text-secondary" translate="no">
          {provider}, {region}
        </span>
        {taints.map((taint) => (
          <span key={keyValueText(taint)} className="block font-normal">
            <Code>{keyValueText(taint)}</Code>
          </span>
        ))}
      </th>
      <td className="py-2 align-top">
        {current ? (
          <Status hue="info" icon={<MapPin />}>
            It does
          </Status>
        ) : (
          <Status hue={usable ? "positive" : "neutral"} icon={usable ? <Check /> : <Ban />}>
            {usable ? "It could" : "No"}
          </Status>
        )}
        {current && !usable && <p className="text-secondary">It would not be selected today:</p>}
        {obstacles.length > 0 && (
          <ul className="list-disc pl-5 break-words text-secondary">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
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
      <dt className="font-medium">Tolerations of the cluster</dt>
      <dd className="min-w-0">
        <Entries entries={tolerations} />
        {unlisted.length > 0 && (
          <p className="text-secondary">
            Not on the project's whitelist: {unlisted.map(keyValueText).join(", ")}. The garden's own whitelist allowed
            it.
          </p>
        )}
      </dd>
      {project && (
        <>
          <dt className="font-medium">Defaults of the project</dt>
          <dd className="min-w-0">
            <Entries entries={project.defaults} />
          </dd>
          <dt className="font-medium">Whitelist of the project</dt>
          <dd className="min-w-0">
            <Entries entries={project.whitelist} />
          </dd>
        </>
      )}
      <dt className="font-medium">Lists of the garden</dt>
      <dd className="min-w-0 text-secondary">
        These apply, too. They are part of the garden's configuration and cannot be read here.
        {projectUnread !== undefined && " The project could not be read, so its lists are not known."}
      </dd>
    </dl>
  );
}

function Entries({ entries }: { readonly entries: KeyValues }) {
  if (entries.length === 0) return <span className="text-secondary">none</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {[...new Set(entries.map(keyValueText))].map((text) => (
        <li key={text}>
          <Code>{text}</Code>
        </li>
      ))}
    </ul>
  );
}
