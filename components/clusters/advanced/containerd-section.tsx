"use client";

import { useState } from "react";
import { TextAreaField, TextField } from "#components/ui/form/field.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { TextList } from "#components/ui/text-list.tsx";
import { text } from "#lib/language/text.ts";
import { validateContainerd } from "#lib/view/advanced/containerd-config.ts";
import { describeContainerdPools } from "#lib/view/advanced/pool-runtimes.ts";
import { GeneratedText } from "./generated-text.tsx";
import { GuideFoldedDetails, GuideSection, renderInlineCode, type SectionProps } from "./guide-section.tsx";

const example = `version = 3

[plugins."io.containerd.cri.v1.runtime"]
  enable_selinux = true
`;

/** Guide section that generates a file which containerd merges into its configuration. */
export function ContainerdSection({ shoot }: SectionProps) {
  const [file, setFile] = useState("50-own.toml");
  const [toml, setToml] = useState(example);
  const verdict = validateContainerd({ file, toml });
  return (
    <GuideSection id="containerd" title={text("Configuration of containerd")}>
      <p>
        {richText(
          "containerd merges every <code>*.toml</code> in <code>/etc/containerd/conf.d</code> into the configuration that Gardener writes, in the order of their names.",
          { code: renderInlineCode },
        )}{" "}
        {describeContainerdPools(shoot)}
      </p>
      <TextField
        label={text("File name")}
        value={file}
        onText={setFile}
        error={verdict.file}
        hint={text("Later names win.")}
        autoComplete="off"
        spellCheck={false}
      />
      <TextAreaField
        label={text("Content (TOML)")}
        hint={text("Only the format is checked. containerd itself decides whether the settings are valid.")}
        value={toml}
        onChange={({ target }) => setToml(target.value)}
        error={verdict.toml}
        rows={6}
        spellCheck={false}
        className="font-mono"
      />
      <TextList items={verdict.hints} className="list-disc pl-5 break-words text-secondary" />
      {verdict.daemonSet !== undefined && (
        <GeneratedText title={text("ConfigMap and DaemonSet in the cluster")} text={verdict.daemonSet}>
          {text("The extension writes the file on each node and keeps it like this. Nothing is sent from here.")}
        </GeneratedText>
      )}
      <GuideFoldedDetails title={text("When it takes effect")}>
        <p>
          {richText(
            "containerd reads these files when it starts. On a running node, restart it: the annotation <code>worker.gardener.cloud/restart-systemd-services=containerd</code> on the Node does that. Pods keep running.",
            { code: renderInlineCode },
          )}
        </p>
        <p>
          {text(
            "An invalid file prevents containerd from starting, and the node cannot run anything. Test on one node first.",
          )}
        </p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}
