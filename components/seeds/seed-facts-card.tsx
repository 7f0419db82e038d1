import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { FactRow } from "#components/ui/fact-row.tsx";
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
        <FactRow name={text("Cluster that is this Seed")}>
          <ClusterOfSeed detail={detail} />
        </FactRow>
        <FactRow name={text("Kubernetes")}>
          <span translate="no">{seed.kubernetes ?? text("not reported")}</span>
          {seed.kubernetesNote !== undefined && <span className="block text-caution-text">{seed.kubernetesNote}</span>}
        </FactRow>
        <FactRow name={text("Clusters, used and possible")}>
          <SeedCapacity seed={seed} />
        </FactRow>
        <FactRow name={text("Last operation")}>
          {seed.lastOperation ? <LastOperation operation={seed.lastOperation} /> : text("not reported")}
        </FactRow>
        <FactRow name={text("Certificate until")}>
          <CertificateEnd at={seed.certificateExpiresAt} />
        </FactRow>
        <FactRow name={text("Created")}>
          <TimestampText at={seed.createdAt} />
        </FactRow>
        {seedFactsOf(detail).map(({ key, name, entries }) => (
          <FactRow key={key} name={name}>
            {entries.length === 0 ? (
              <span className="text-tertiary">{text("none")}</span>
            ) : (
              <ul translate="no">
                {entries.map((entry) => (
                  <li key={entry}>{entry}</li>
                ))}
              </ul>
            )}
          </FactRow>
        ))}
      </dl>
    </Card>
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
