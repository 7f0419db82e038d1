"use client";

import { csiMarks } from "#lib/view/advanced/critical-marks.ts";
import type { SectionProps } from "./advanced-body.tsx";
import { Code, Fold, GuideSection } from "./guide-section.tsx";
import { NameGenerator } from "./name-generator.tsx";

/** What a CSI driver that one brings along needs, so that nodes wait for it and deletions get through. */
export function CsiSection({ shoot }: SectionProps) {
  const provider = shoot.spec.provider.type || "the provider";
  return (
    <GuideSection id="csi" title="CSI drivers of your own">
      <p>
        The drivers of {provider} are marked already. For one of your own, an annotation on the Pods of its node plugin
        makes new nodes wait until the driver is registered in CSINode. A label on its other workload keeps the clean-up
        of a deletion from removing the controller while its volumes and snapshots still need it.
      </p>
      <NameGenerator
        label="Name of the driver"
        hint="As it stands in CSINode and in the StorageClass as provisioner; nothing is sent."
        title="Marks of the driver's workload"
        example="csi.example.com"
        judge={csiMarks}
      />
      <Fold title="What to mind">
        <p>
          The end of the annotation's key is free and tells drivers apart: one Pod may register several. Its value must
          be the driver's name to the letter, or nodes wait for ever.
        </p>
        <p>
          What carries <Code>shoot.gardener.cloud/no-cleanup=true</Code> is yours to remove: delete volumes and
          snapshots of the driver before you delete the cluster, or their disks may stay in your account.
        </p>
      </Fold>
    </GuideSection>
  );
}
