"use client";

import { richText } from "#components/ui/rich-text.ts";
import { text } from "#lib/language/text.ts";
import { criticalDaemonSetManifestOf } from "#lib/view/advanced/critical-daemon-set-manifest-of.ts";
import { readinessGuide } from "#lib/view/advanced/readiness-guide.ts";
import { formatList } from "#lib/words/format-list.ts";
import { NameToManifestForm } from "./generated-text.tsx";
import { GuideFoldedDetails, GuideSection, renderInlineCode, type SectionProps } from "./guide-section.tsx";

/** Guide section on how a new node becomes ready for workload, and how to make it wait for the user's components. */
export function ReadinessSection({ shoot }: SectionProps) {
  const { marked, steps, namespaces } = readinessGuide(shoot);
  return (
    <GuideSection id="readiness" title={text("When a node is ready")}>
      <p>
        {richText(
          "Kubernetes considers a node ready when its kubelet reports it. Gardener keeps workload away until all critical components are ready: each new node has the taint <code>node.gardener.cloud/critical-components-not-ready</code>, which Gardener removes. On this cluster, Gardener and its extensions wait for {components} and for the provider's volume drivers.",
          { code: renderInlineCode, components: formatList(marked) },
        )}
      </p>
      <p>
        {richText(
          "Your own components count if they have the label <code>node.gardener.cloud/critical-component=true</code> (a DaemonSet on itself and on its Pods) and tolerate the taint. Gardener looks for them in {namespaces}.",
          { code: renderInlineCode, namespaces },
        )}
      </p>
      <NameToManifestForm
        label={text("Name of your DaemonSet")}
        hint={text("Add these parts to your manifest. Nothing is sent.")}
        title={text("Marks of the DaemonSet")}
        example="your-daemonset"
        judge={criticalDaemonSetManifestOf}
      />
      <GuideFoldedDetails title={text("Progress of a node")}>
        <ol className="list-decimal pl-5 break-words">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          {text(
            "An event of the node names the first check that fails; Gardener checks again after ten seconds. A labelled component that never becomes ready keeps every new node empty, so label only what workload requires.",
          )}
        </p>
        <p>{text("After an in-place update, a node gets the taint again.")}</p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}
