"use client";

import { criticalMarks } from "#lib/view/advanced/critical-marks.ts";
import { readinessGuide } from "#lib/view/advanced/readiness-guide.ts";
import { listed } from "#lib/words/words.ts";
import type { SectionProps } from "./advanced-body.tsx";
import { Code, Fold, GuideSection } from "./guide-section.tsx";
import { NameGenerator } from "./name-generator.tsx";

/** How a new node gets its workload, and how to make it wait for components of one's own. */
export function ReadinessSection({ shoot }: SectionProps) {
  const { marked, steps, namespaces } = readinessGuide(shoot);
  return (
    <GuideSection id="readiness" title="When a node is ready">
      <p>
        To Kubernetes a node is ready as soon as its kubelet says so. Gardener keeps workload away until the components
        are ready without which no workload runs: each new node carries the taint{" "}
        <Code>node.gardener.cloud/critical-components-not-ready</Code>, which Gardener removes. On this cluster Gardener
        and its extensions wait for {listed(marked)} in any case, and for the drivers of the provider's volumes.
      </p>
      <p>
        Your own components count when they carry the label <Code>node.gardener.cloud/critical-component=true</Code>, a
        DaemonSet on itself and on its Pods, and tolerate the taint. This cluster's Gardener looks for them in{" "}
        {namespaces}.
      </p>
      <NameGenerator
        label="Name of your DaemonSet"
        hint="The parts to add to your manifest; nothing is sent."
        title="Marks of the DaemonSet"
        example="your-daemonset"
        judge={criticalMarks}
      />
      <Fold title="What a node says on its way">
        <ol className="list-decimal pl-5 break-words">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          The first of these that is not fulfilled is told by an event of the node and looked at again after ten
          seconds. A marked component that never gets ready keeps every new node empty: mark only what workload cannot
          do without.
        </p>
        <p>After an update in place a node gets the taint once more and takes the same way.</p>
      </Fold>
    </GuideSection>
  );
}
