"use client";

import { richText } from "#components/ui/rich-text.ts";
import { text } from "#lib/language/text.ts";
import { csiDriverManifestOf } from "#lib/view/advanced/critical-daemon-set-manifest-of.ts";
import { NameToManifestForm } from "./generated-text.tsx";
import { GuideFoldedDetails, GuideSection, renderInlineCode, type SectionProps } from "./guide-section.tsx";

/** Guide section on what a user's own CSI driver needs, so that nodes wait for it and deletions succeed. */
export function CsiSection({ shoot }: SectionProps) {
  const provider = shoot.spec.provider.type;
  return (
    <GuideSection id="csi" title={text("CSI drivers of your own")}>
      <p>
        {provider === ""
          ? text("The drivers of the provider are marked already.")
          : text("The drivers of {provider} are marked already.", { provider })}{" "}
        {text(
          "For your own driver, annotate the Pods of its node plugin so that new nodes wait until the driver is registered in CSINode. Label its other workload so that the deletion keeps the controller while volumes and snapshots still need it.",
        )}
      </p>
      <NameToManifestForm
        label={text("Name of the driver")}
        hint={text("As in CSINode and as provisioner in the StorageClass. Nothing is sent.")}
        title={text("Annotation and label for the driver")}
        example="csi.example.com"
        judge={csiDriverManifestOf}
      />
      <GuideFoldedDetails title={text("Keep in mind")}>
        <p>
          {text(
            "The suffix of the annotation key is free; one Pod can register several drivers. The value must match the driver's name exactly, or nodes wait forever.",
          )}
        </p>
        <p>
          {richText(
            "Objects with <code>shoot.gardener.cloud/no-cleanup=true</code> are not cleaned up: delete the driver's volumes and snapshots before you delete the cluster, or their disks can remain in your account.",
            { code: renderInlineCode },
          )}
        </p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}
