"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { Table } from "#components/ui/table.tsx";
import { text } from "#lib/language/text.ts";
import { endpointViewOf } from "#lib/view/advanced/endpoint-rows.ts";
import { GuideFoldedDetails, GuideSection, type SectionProps } from "./guide-section.tsx";

/** Guide section with the addresses of the control plane, and the ports on which its gateway listens. */
export function EndpointsSection({ shoot, garden }: SectionProps) {
  const { addresses, ports, tls, basis } = endpointViewOf(shoot, garden);
  return (
    <GuideSection unfolded id="endpoints" title={text("Endpoints and ports")}>
      {addresses.length === 0 ? (
        <p className="text-secondary">{text("Gardener has not reported an address yet.")}</p>
      ) : (
        <dl className="divide-y divide-hairline">
          {addresses.map(({ name, url, use, isPage }) => (
            <div key={name} className="py-2 first:pt-0">
              <dt className="font-medium break-all" translate="no">
                {name}
              </dt>
              <dd className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="min-w-0 break-all" translate="no">
                  {isPage ? (
                    <a href={url} target="_blank" rel="noreferrer" className="rounded-tag text-link hover:underline">
                      {url}
                    </a>
                  ) : (
                    url
                  )}
                </span>
                <CopyButton size="xs" variant="ghost" label={text("Copy")} text={url} />
              </dd>
              <dd className="text-secondary">{use}.</dd>
            </div>
          ))}
        </dl>
      )}
      <Table
        caption={text("Ports of the gateway in front")}
        captionClass="pt-3 pb-1 text-left font-medium"
        columns={[{ title: text("Port"), className: "w-16" }, { title: text("For", {}, "purpose") }]}
        className="w-full border-t border-hairline text-left"
        cellClass="py-1 pr-2 last:pr-0"
      >
        {ports.map(({ port, use }) => (
          <tr key={port}>
            <th scope="row" className="py-1.5 pr-2 align-top font-medium tabular-nums">
              {port}
            </th>
            <td className="py-1.5 text-secondary">{use}</td>
          </tr>
        ))}
      </Table>
      <p>{tls}</p>
      <p className="text-tertiary">{basis}</p>
      <GuideFoldedDetails title={text("Firewall rules")}>
        <p>
          {text(
            "Gardener never connects to the nodes; nodes connect to the gateway. Allow all ports above from the nodes' network, and 443 for people and pipelines.",
          )}
        </p>
        <p>
          {text(
            "The gateway belongs to the Seed and is shared. Its addresses are what the API server's name resolves to, often one per zone. They change when the control plane moves, so use the name in rules where you can.",
          )}
        </p>
        <p>
          {text(
            "For logs, exec and webhooks, the API server reaches nodes and Pods through the VPN that the nodes open. If the VPN is down, the API still answers, but those calls fail.",
          )}
        </p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}
