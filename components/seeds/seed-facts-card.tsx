import type { ReactNode } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import type { SeedDetail } from "#lib/contract/seed/seed-list.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { seedFactsOf } from "#lib/view/seeds/seed-facts.ts";
import { SeedCapacity } from "./seed-capacity.tsx";
import { CertificateEnd, LastOperation } from "./seed-table.tsx";

/** Card of what the spec and the status of a Seed say. */
export function SeedFactsCard({ detail }: { readonly detail: SeedDetail }) {
  const { seed } = detail;
  return (
    <Card id="facts" title={text("Facts")}>
      <dl className="-my-1.5 text-sm">
        <Fact name={text("Cluster that is this Seed")}>
          <ClusterOfSeed detail={detail} />
        </Fact>
        <Fact name={text("Kubernetes")}>
          <span translate="no">{seed.kubernetes ?? text("not reported")}</span>
          {seed.kubernetesNote !== undefined && <span className="block text-caution-text">{seed.kubernetesNote}</span>}
        </Fact>
        <Fact name={text("Clusters, used and possible")}>
          <SeedCapacity seed={seed} />
        </Fact>
        <Fact name={text("Last operation")}>
          {seed.lastOperation ? <LastOperation operation={seed.lastOperation} /> : text("not reported")}
        </Fact>
        <Fact name={text("Certificate until")}>
          <CertificateEnd at={seed.certificateExpiresAt} />
        </Fact>
        <Fact name={text("Created")}>
          <TimestampText at={seed.createdAt} />
        </Fact>
        {seedFactsOf(detail).map(({ key, name, entries }) => (
          <Fact key={key} name={name}>
            {entries.length === 0 ? (
              <span className="text-tertiary">{text("none")}</span>
            ) : (
              <ul translate="no">
                {entries.map((entry) => (
                  <li key={entry}>{entry}</li>
                ))}
              </ul>
            )}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(7rem,12rem)_minmax(0,1fr)] gap-x-4 py-1.5">
      <dt className="text-tertiary">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function ClusterOfSeed({ detail: { seed, managedSeedRead } }: { readonly detail: SeedDetail }) {
  if (seed.cluster !== undefined)
    return (
      <Link href={clusterPath(seed.cluster)} prefetch={false} className="text-link hover:underline" translate="no">
        {seed.cluster.project}/{seed.cluster.name}
      </Link>
    );
  return (
    <span className="text-secondary">
      {managedSeedRead
        ? text("none: this Seed has no ManagedSeed")
        : text("not read: you are not allowed to list ManagedSeeds")}
    </span>
  );
}
