"use client";

import Link from "next/link";
import { cleanUpOverrides } from "#lib/view/advanced/clean-up-overrides.ts";
import { clusterPath } from "../cluster-path.ts";
import type { SectionProps } from "./advanced-body.tsx";
import { Code, Fold, GuideSection } from "./guide-section.tsx";

/** The annotations that shorten what a deletion does inside of the cluster first. */
export function CleanUpSection({ cluster, shoot }: SectionProps) {
  const rows = cleanUpOverrides(shoot.metadata.annotations);
  const written = rows.filter((row) => row.written !== undefined).length;
  return (
    <GuideSection id="clean-up" title="Overrides of the deletion">
      <p>
        Before Gardener deletes a control plane, it deletes what the cluster contains, step by step, so that no load
        balancer and no volume is left behind. After some time it removes remaining finalizers. Four annotations shorten
        these times; {written === 0 ? "this cluster carries none of them" : `this cluster carries ${written}`}.
      </p>
      <ul className="divide-y divide-hairline">
        {rows.map(({ annotation, concerns, accepted, written: value, note }) => (
          <li key={annotation} className="flex flex-col gap-1 py-2 first:pt-0">
            <span className="font-medium">{concerns}</span>
            <span>
              <Code>{annotation}</Code>
            </span>
            <span className="text-secondary">Takes {accepted}.</span>
            {value !== undefined && (
              <span>
                On this cluster: <Code>{value === "" ? "(empty)" : value}</Code> {note}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p>
        <Link href={`${clusterPath(cluster)}/deletion`} className="rounded-tag font-medium text-link hover:underline">
          How the deletion of this cluster goes, and change the overrides
        </Link>
      </p>
      <Fold title="What to mind">
        <p>
          A larger value than Gardener's own is ignored, and one that is no whole number makes its step fail. With 0 the
          finalizers go at once: whoever should have removed a load balancer or a disk never gets to it, and it is yours
          to find and to pay.
        </p>
        <p>
          Objects with the label <Code>shoot.gardener.cloud/no-cleanup=true</Code> are left alone until the nodes go.
        </p>
      </Fold>
    </GuideSection>
  );
}
