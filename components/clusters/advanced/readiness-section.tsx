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
        Kubernetes considers a node ready when its kubelet reports it. Gardener keeps workload away until all critical
        components are ready: each new node has the taint <Code>node.gardener.cloud/critical-components-not-ready</Code>
        , which Gardener removes. On this cluster, Gardener and its extensions wait for {listed(marked)} and for the
        provider's volume drivers.
      </p>
      <p>
        Your own components count if they have the label <Code>node.gardener.cloud/critical-component=true</Code> (a
        DaemonSet on itself and on its Pods) and tolerate the taint. Gardener looks for them in {namespaces}.
      </p>
      <NameGenerator
        label="Name of your DaemonSet"
        hint="Add these parts to your manifest. Nothing is sent."
        title="Marks of the DaemonSet"
        example="your-daemonset"
        judge={criticalMarks}
      />
      <Fold title="Progress of a node">
        <ol className="list-decimal pl-5 break-words">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          An event of the node names the first check that fails; Gardener checks again after ten seconds. A labelled
          component that never becomes ready keeps every new node empty, so label only what workload requires.
        </p>
        <p>After an in-place update, a node gets the taint again.</p>
      </Fold>
    </GuideSection>
  );
}
