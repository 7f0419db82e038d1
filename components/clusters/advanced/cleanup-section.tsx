"use client";

import { Link } from "#components/ui/address/link.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import { cleanupOverrideRowsOf } from "#lib/view/advanced/cleanup-override-rows-of.ts";
import { Code, GuideFoldedDetails, GuideSection, renderInlineCode, type SectionProps } from "./guide-section.tsx";

/** Guide section on the annotations that shorten the clean-up of resources in the cluster before its deletion. */
export function CleanupSection({ cluster, shoot }: SectionProps) {
  const rows = cleanupOverrideRowsOf(shoot.metadata.annotations);
  const written = rows.filter((row) => row.written !== undefined).length;
  return (
    <GuideSection id="clean-up" title={text("Overrides of the deletion")}>
      <p>
        {text(
          "Before Gardener deletes a control plane, it deletes what the cluster contains, step by step, so that no load balancer and no volume is left behind. After some time it removes remaining finalizers.",
        )}{" "}
        {written === 0
          ? text("Four annotations shorten these times; this cluster carries none of them.")
          : text("Four annotations shorten these times; this cluster carries {count}.", { count: written })}
      </p>
      <ul className="divide-y divide-hairline">
        {rows.map(({ annotation, concerns, accepted, written: value, note }) => (
          <li key={annotation} className="flex flex-col gap-1 py-2 first:pt-0">
            <span className="font-medium">{concerns}</span>
            <span>
              <Code>{annotation}</Code>
            </span>
            <span className="text-secondary">{text("Takes {accepted}.", { accepted })}</span>
            {value !== undefined && (
              <span>
                {text("On this cluster:")} <Code>{value === "" ? text("(empty)") : value}</Code> {note}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p>
        <Link href={`${clusterPath(cluster)}/deletion`} className="rounded-tag font-medium text-link hover:underline">
          {text("See how this cluster is deleted, and change the overrides")}
        </Link>
      </p>
      <GuideFoldedDetails title={text("Keep in mind")}>
        <p>
          {text(
            "Values above Gardener's own are ignored; values that are not whole numbers make the step fail. With 0, finalizers are removed immediately: load balancers and disks can be left behind, and you have to find and pay for them.",
          )}
        </p>
        <p>
          {richText(
            "Objects with the label <code>shoot.gardener.cloud/no-cleanup=true</code> are kept until the nodes are deleted.",
            { code: renderInlineCode },
          )}
        </p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}
