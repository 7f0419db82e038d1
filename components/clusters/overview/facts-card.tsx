"use client";

import type { ReactNode } from "react";
import { Instant } from "#components/data/shown/instant.tsx";
import { breakable } from "#components/ui/breakable.tsx";
import { Card } from "#components/ui/card.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { type Message, message, text } from "#lib/language/text.ts";

/** The ranges that are in force, which Gardener reports; who lets the cluster in needs the addresses that it goes out by. */
const networks: readonly (readonly [field: string, name: Message])[] = [
  ["pods", message("Pod ranges")],
  ["services", message("Service ranges")],
  ["nodes", message("Node ranges")],
  ["egressCIDRs", message("Goes out by")],
];

export function FactsCard({ row, shoot }: { readonly row: FleetRow; readonly shoot: Shoot }) {
  const labels = Object.entries(row.labels ?? {});
  const inForce = networks.flatMap(([field, name]) => {
    const ranges = fieldAt(shoot, "status", "networking", field);
    const held = Array.isArray(ranges) ? ranges.filter((range) => typeof range === "string") : [];
    return held.length === 0 ? [] : [{ field, name: text(name), ranges: held }];
  });
  return (
    <Card id="facts" title={text("Details")}>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm xl:max-w-2xl">
        <Fact name={text("Namespace")}>{row.namespace}</Fact>
        <Fact name={text("Seed")}>{row.seed ?? text("none yet")}</Fact>
        <Fact name={text("Cloud profile")}>
          {row.profile ? `${row.profile.name} (${row.profile.kind})` : text("not said")}
        </Fact>
        <Fact name={text("Technical id")}>{shoot.status?.technicalID ?? text("not reported")}</Fact>
        <Fact name={text("Gardener")}>{row.gardenerVersion ?? text("not reported")}</Fact>
        <Fact name={text("Created")}>
          <Instant at={shoot.metadata.creationTimestamp} />
        </Fact>
        {inForce.map(({ field, name, ranges }) => (
          <Fact key={field} name={name}>
            <span translate="no">{ranges.join(", ")}</span>
          </Fact>
        ))}
        {labels.length > 0 && (
          <Fact name={text("Labels")}>
            <span className="flex flex-col gap-0.5">
              {labels.map(([key, value]) => (
                <span key={key} translate="no" className="break-words">
                  <span className="text-secondary">{breakable(key, /(?<=[./])/)}:</span> {value}
                </span>
              ))}
            </span>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-tertiary">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
