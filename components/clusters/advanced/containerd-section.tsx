"use client";

import { useState } from "react";
import { TextAreaField, TextField } from "#components/ui/form/field.tsx";
import { judgeContainerd } from "#lib/view/advanced/containerd-config.ts";
import { criOf } from "#lib/view/advanced/pool-runtimes.ts";
import type { SectionProps } from "./advanced-body.tsx";
import { GeneratedText } from "./generated-text.tsx";
import { Code, Fold, GuideSection } from "./guide-section.tsx";

const example = `version = 3

[plugins."io.containerd.cri.v1.runtime"]
  enable_selinux = true
`;

/** A file of one's own that containerd merges into its configuration. */
export function ContainerdSection({ shoot }: SectionProps) {
  const [file, setFile] = useState("50-own.toml");
  const [toml, setToml] = useState(example);
  const verdict = judgeContainerd({ file, toml });
  return (
    <GuideSection id="containerd" title="Configuration of containerd">
      <p>
        containerd merges every <Code>*.toml</Code> in <Code>/etc/containerd/conf.d</Code> into the configuration that
        Gardener writes, in the order of their names. {criOf(shoot)}
      </p>
      <TextField
        label="File name"
        value={file}
        onText={setFile}
        error={verdict.file}
        hint="Later names win."
        autoComplete="off"
        spellCheck={false}
      />
      <TextAreaField
        label="Content (TOML)"
        hint="Only the format is checked. containerd itself decides whether the settings are valid."
        value={toml}
        onChange={({ target }) => setToml(target.value)}
        error={verdict.toml}
        rows={6}
        spellCheck={false}
        className="font-mono"
      />
      {verdict.hints.length > 0 && (
        <ul className="list-disc pl-5 break-words text-secondary">
          {verdict.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {verdict.daemonSet !== undefined && (
        <GeneratedText title="ConfigMap and DaemonSet in the cluster" text={verdict.daemonSet}>
          The extension writes the file on each node and keeps it like this. Nothing is sent from here.
        </GeneratedText>
      )}
      <Fold title="When it takes effect">
        <p>
          containerd reads these files when it starts. On a running node, restart it: the annotation{" "}
          <Code>worker.gardener.cloud/restart-systemd-services=containerd</Code> on the Node does that. Pods keep
          running.
        </p>
        <p>
          An invalid file prevents containerd from starting, and the node cannot run anything. Test on one node first.
        </p>
      </Fold>
    </GuideSection>
  );
}
