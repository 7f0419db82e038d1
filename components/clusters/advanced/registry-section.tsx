"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/form/field.tsx";
import { criOf } from "#lib/view/advanced/pool-runtimes.ts";
import { emptyMirror, judgeRegistry, type MirrorForm, type RegistryForm } from "#lib/view/advanced/registry-hosts.ts";
import type { SectionProps } from "./advanced-body.tsx";
import { GeneratedText } from "./generated-text.tsx";
import { Code, Fold, GuideSection } from "./guide-section.tsx";
import { Fault, MirrorFields } from "./mirror-fields.tsx";

/** A row of the form keeps its identity while others come and go. */
interface Row {
  readonly key: number;
  readonly mirror: MirrorForm;
}

const firstRow: Row = { key: 0, mirror: { ...emptyMirror, url: "https://mirror.example.com" } };

/** Where nodes get images from first, as a file for containerd. */
export function RegistrySection({ shoot }: SectionProps) {
  const [upstream, setUpstream] = useState("docker.io");
  const [server, setServer] = useState("");
  const [rows, setRows] = useState<readonly Row[]>([firstRow]);
  const form: RegistryForm = { upstream, server, mirrors: rows.map(({ mirror }) => mirror) };
  const { output, ...verdict } = judgeRegistry(form);
  const edit = (key: number, mirror: MirrorForm) =>
    setRows(rows.map((row) => (row.key === key ? { key, mirror } : row)));
  const add = () => setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, mirror: emptyMirror }]);
  return (
    <GuideSection id="registries" title="Registry mirrors">
      <p>
        containerd looks for <Code>hosts.toml</Code> in a folder of the registry's name under{" "}
        <Code>/etc/containerd/certs.d</Code>. Gardener creates the folder and points containerd at it; what lies in it
        is yours. It is read at each pull, so that nothing restarts. {criOf(shoot)}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Registry whose images are meant"
          value={upstream}
          onText={setUpstream}
          error={verdict.upstream}
          hint="As it stands in the names of images: docker.io, registry.k8s.io, or host:port."
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label="Where to go when no mirror answers"
          value={server}
          onText={setServer}
          error={verdict.server}
          hint="Empty for the registry itself."
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {rows.map(({ key, mirror }, index) => (
        <MirrorFields
          key={key}
          number={index + 1}
          mirror={mirror}
          verdict={verdict.mirrors[index]}
          onEdit={(edited) => edit(key, edited)}
          onRemove={rows.length > 1 ? () => setRows(rows.filter((row) => row.key !== key)) : undefined}
        />
      ))}
      <Button size="sm" className="self-start" onClick={add}>
        Add a mirror
      </Button>
      <Fault text={verdict.list} />
      {output ? (
        <>
          <GeneratedText title={`${output.directory}/hosts.toml`} text={output.hostsToml} />
          <GeneratedText title="For the extension registry-mirror: part of the Shoot" text={output.extension}>
            The better way where the garden offers the extension: nodes have the file before the first image is pulled.
            A Secret belongs into the project's namespace, beside the Shoot.
          </GeneratedText>
          <GeneratedText title="Without the extension: ConfigMap and DaemonSet in the cluster" text={output.daemonSet}>
            It writes the file on each node and is marked as node-critical, so that other workload waits for it. Its own
            image is still pulled without the mirror.
          </GeneratedText>
        </>
      ) : (
        <p className="text-secondary">The files appear here once every field is valid. Nothing is sent.</p>
      )}
      <Fold title="What pull and resolve mean">
        <p>
          With <Code>pull</Code> a mirror hands out content by its digest, which the node checks: it cannot be forged.
          With <Code>resolve</Code> it also says which digest a tag means, and the node believes it.
        </p>
        <p>
          Mirrors are asked in their order, the registry itself comes last. A mirror whose path is the root of the API,
          as with some proxies of several registries, needs the tick; for all others <Code>/v2</Code> is appended.
        </p>
        <p>
          To run a cache inside of the cluster instead, Gardener has the extension registry-cache. The old tables{" "}
          <Code>registry.mirrors</Code> must not be used beside this.
        </p>
      </Fold>
    </GuideSection>
  );
}
