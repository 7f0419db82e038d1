"use client";

import { StageTag } from "#components/data/fleet-parts/stage-tag.tsx";
import { Card } from "#components/ui/card.tsx";
import type { FleetRow, VersionSummary } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatEndDate } from "#lib/words/version-end.ts";

/** What runs where: the control plane, then each pool with its kubelet and its image. */
export function VersionsCard({ row, shoot }: { readonly row: FleetRow; readonly shoot: Shoot }) {
  const workers = shoot.spec.provider.workers ?? [];
  return (
    <Card id="versions" title={text("Versions")}>
      <ul className="-my-3.5 divide-y divide-hairline text-sm">
        <li className="py-3">
          <p className="font-medium">{text("Control plane")}</p>
          <VersionLine name="Kubernetes" summary={row.kubernetes} />
        </li>
        {workers.map((worker) => {
          const own = worker.kubernetes?.version;
          const image = row.images.find(
            ({ name, pools }) => pools.includes(worker.name) && name === worker.machine.image?.name,
          );
          return (
            <li key={worker.name} className="py-3">
              <p className="font-medium" translate="no">
                {worker.name}
                <span className="font-normal text-tertiary">
                  {` · ${worker.machine.type} · `}
                  {text("{minimum} to {maximum} nodes", {
                    minimum: worker.minimum ?? "?",
                    maximum: worker.maximum ?? "?",
                  })}
                </span>
              </p>
              {own !== undefined && (
                <p className="mt-1 text-secondary">
                  {text("Kubernetes")}{" "}
                  <span className="font-mono text-ink" translate="no">
                    {own}
                  </span>
                </p>
              )}
              {image ? (
                <VersionLine name={image.name} summary={image} />
              ) : (
                <p className="mt-1 text-tertiary">{text("Machine image not said")}</p>
              )}
            </li>
          );
        })}
        {workers.length === 0 && <li className="py-3 text-secondary">{text("This cluster has no workers.")}</li>}
      </ul>
    </Card>
  );
}

function VersionLine({ name, summary }: { readonly name: string; readonly summary: VersionSummary }) {
  const expires = parseInstant(summary.expiresAt);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-secondary">
      <span>{name}</span>
      <span className="font-mono text-ink" translate="no">
        {summary.version || text("version not said")}
      </span>
      <StageTag classification={summary.classification} />
      {expires !== undefined && (
        <span className="text-tertiary">
          {summary.classification === "expired"
            ? text("expired {date}", { date: formatEndDate(expires) })
            : text("expires {date}", { date: formatEndDate(expires) })}
        </span>
      )}
    </p>
  );
}
