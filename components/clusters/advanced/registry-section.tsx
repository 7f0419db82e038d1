"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { TextAreaField, TextField } from "#components/ui/form/field.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { TextList } from "#components/ui/text-list.tsx";
import { text } from "#lib/language/text.ts";
import { describeContainerdPools } from "#lib/view/advanced/pool-runtimes.ts";
import {
  emptyMirror,
  type MirrorForm,
  type MirrorValidation,
  mirrorCapabilities,
  type RegistryForm,
  validateRegistry,
} from "#lib/view/advanced/registry-hosts.ts";
import { GeneratedText } from "./generated-text.tsx";
import { GuideFoldedDetails, GuideSection, renderInlineCode, type SectionProps } from "./guide-section.tsx";

/** Form row of one registry mirror. Its React key stays the same while other rows are added or removed. */
interface Row {
  readonly key: number;
  readonly mirror: MirrorForm;
}

const firstRow: Row = { key: 0, mirror: { ...emptyMirror, url: "https://mirror.example.com" } };

/** Guide section that generates containerd's configuration file of registry mirrors. */
export function RegistrySection({ shoot }: SectionProps) {
  const [upstream, setUpstream] = useState("docker.io");
  const [server, setServer] = useState("");
  const [rows, setRows] = useState<readonly Row[]>([firstRow]);
  const form: RegistryForm = { upstream, server, mirrors: rows.map(({ mirror }) => mirror) };
  const { output, ...verdict } = validateRegistry(form);
  const edit = (key: number, mirror: MirrorForm) =>
    setRows(rows.map((row) => (row.key === key ? { key, mirror } : row)));
  const add = () => setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, mirror: emptyMirror }]);
  return (
    <GuideSection id="registries" title={text("Registry mirrors")}>
      <p>
        {richText(
          "containerd looks for <code>hosts.toml</code> in a folder named after the registry, under <code>/etc/containerd/certs.d</code>. Gardener creates the folder and configures containerd. Its content is yours and is read on every pull, without a restart.",
          { code: renderInlineCode },
        )}{" "}
        {describeContainerdPools(shoot)}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={text("Registry")}
          value={upstream}
          onText={setUpstream}
          error={verdict.upstream}
          hint={text("As in image names: docker.io, registry.k8s.io, or host:port.")}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label={text("Fallback if no mirror answers")}
          value={server}
          onText={setServer}
          error={verdict.server}
          hint={text("Leave empty to use the registry itself.")}
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
        {text("Add a mirror")}
      </Button>
      <FieldErrorText text={verdict.list} />
      {output ? (
        <>
          <GeneratedText title={`${output.directory}/hosts.toml`} text={output.hostsToml} />
          <GeneratedText title={text("For the extension registry-mirror: part of the Shoot")} text={output.extension}>
            {text(
              "Preferred where the garden has the extension: nodes get the file before the first image is pulled. Create the Secret in the project's namespace.",
            )}
          </GeneratedText>
          <GeneratedText
            title={text("Without the extension: ConfigMap and DaemonSet in the cluster")}
            text={output.daemonSet}
          >
            {text(
              "It writes the file on each node and is node-critical, so other workload waits. Its own image is pulled without the mirror.",
            )}
          </GeneratedText>
        </>
      ) : (
        <p className="text-secondary">{text("The files appear here once every field is valid. Nothing is sent.")}</p>
      )}
      <GuideFoldedDetails title={text("About pull and resolve")}>
        <p>
          {richText(
            "With <code>pull</code> a mirror serves content by digest, which the node verifies. With <code>resolve</code> it also resolves tags to digests, and the node trusts it.",
            { code: renderInlineCode },
          )}
        </p>
        <p>
          {richText(
            "Mirrors are tried in order, the registry itself last. If the mirror's path is the root of the API, as with some multi-registry proxies, tick the box; for all others <code>/v2</code> is appended.",
            { code: renderInlineCode },
          )}
        </p>
        <p>
          {richText(
            "To run a cache inside the cluster instead, use the extension registry-cache. Do not combine this with the old tables <code>registry.mirrors</code>.",
            { code: renderInlineCode },
          )}
        </p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}

interface MirrorFieldsProps {
  readonly number: number;
  readonly mirror: MirrorForm;
  readonly verdict: MirrorValidation | undefined;
  readonly onEdit: (mirror: MirrorForm) => void;
  /** Removes the mirror; undefined for the only mirror, which cannot be removed. */
  readonly onRemove: (() => void) | undefined;
}

/** Form fields of one registry mirror: address, capabilities, certificate authorities. */
function MirrorFields({ number, mirror, verdict, onEdit, onRemove }: MirrorFieldsProps) {
  const toggle = (name: string, on: boolean) =>
    onEdit({
      ...mirror,
      capabilities: on ? [...mirror.capabilities, name] : mirror.capabilities.filter((each) => each !== name),
    });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-control border border-hairline px-3 pb-3">
      <legend className="px-1 text-sm font-medium">{text("Mirror {number}", { number })}</legend>
      <TextField
        label={text("Address of mirror {number}", { number })}
        value={mirror.url}
        onText={(url) => onEdit({ ...mirror, url })}
        error={verdict?.url}
        hint={text("With https://. Add a path only if the mirror has one.")}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {mirrorCapabilities.map((name) => (
          <CheckField
            key={name}
            label={name}
            checked={mirror.capabilities.includes(name)}
            onChange={(on) => toggle(name, on)}
          />
        ))}
        <CheckField
          label={text("path is the root of the API")}
          checked={mirror.overridePath}
          onChange={(overridePath) => onEdit({ ...mirror, overridePath })}
        />
      </div>
      <FieldErrorText text={verdict?.capabilities ?? verdict?.overridePath} />
      <TextAreaField
        label={text("Certificate authorities of mirror {number} (PEM)", { number })}
        hint={text("Only if no public authority signed the mirror's certificate.")}
        value={mirror.ca}
        onChange={({ target }) => onEdit({ ...mirror, ca: target.value })}
        error={verdict?.ca}
        rows={3}
        spellCheck={false}
      />
      <TextList items={verdict?.hints ?? []} className="list-disc pl-5 break-words text-secondary" />
      {onRemove && (
        <Button size="sm" className="self-start" onClick={onRemove}>
          {text("Remove mirror {number}", { number })}
        </Button>
      )}
    </fieldset>
  );
}

function FieldErrorText({ text }: { readonly text: string | undefined }) {
  return (
    <p aria-live="polite" className="text-sm text-negative-text empty:hidden">
      {text}
    </p>
  );
}
