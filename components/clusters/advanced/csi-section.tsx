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
        The drivers of {provider} are marked already. For your own driver, annotate the Pods of its node plugin so that
        new nodes wait until the driver is registered in CSINode. Label its other workload so that the deletion keeps
        the controller while volumes and snapshots still need it.
      </p>
      <NameGenerator
        label="Name of the driver"
        hint="As in CSINode and as provisioner in the StorageClass. Nothing is sent."
        title="Annotation and label for the driver"
        example="csi.example.com"
        judge={csiMarks}
      />
      <Fold title="Keep in mind">
        <p>
          The suffix of the annotation key is free; one Pod can register several drivers. The value must match the
          driver's name exactly, or nodes wait forever.
        </p>
        <p>
          Objects with <Code>shoot.gardener.cloud/no-cleanup=true</Code> are not cleaned up: delete the driver's volumes
          and snapshots before you delete the cluster, or their disks can remain in your account.
        </p>
      </Fold>
    </GuideSection>
  );
}
