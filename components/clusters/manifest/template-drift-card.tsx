"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useMemo } from "react";
import { pathInGarden } from "#components/data/address/garden-here.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { templatesQuery } from "#components/data/queries/template-queries.ts";
import { templateLabel, useTemplates } from "#components/data/templates/template-select.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { ComparedTable } from "#components/ui/compared-table.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type ListedTemplate, projectOfTemplateKey } from "#lib/cluster-templates/listed-templates.ts";
import { type DriftField, type DriftGroupName, templateDrift } from "#lib/create/template-drift.ts";
import { clusterPath, newClusterPath, templateDriftPath } from "#lib/fleet/cluster-path.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { parseYamlText } from "#lib/manifest/yaml-document.ts";
import { fieldValueText, shortenedText } from "#lib/view/compare/field-value-text.ts";
import { useCluster } from "../use-cluster.ts";

interface TemplateDriftCardProps {
  readonly cluster: ClusterRef;
  /** Key of the template; empty while none is chosen. */
  readonly templateKey: string;
}

/** Card that compares a cluster with a template, which is in the address. */
export function TemplateDriftCard({ cluster: ref, templateKey }: TemplateDriftCardProps) {
  const { cluster } = useCluster(ref);
  const templates = useQuery(templatesQuery(projectOfTemplateKey(templateKey) ?? ref.project));
  const lines = useTemplates(ref.project, templateKey);
  const line = lines.find(({ key }) => key === templateKey);
  const choose = (key: string) => window.history.replaceState(null, "", pathInGarden(templateDriftPath(ref, key)));
  return (
    <Card
      id="drift"
      title={text("Compare with a template")}
      aside={
        <Link href={`${clusterPath(ref)}/yaml`} className="rounded-tag text-sm font-medium text-link hover:underline">
          {text("End the comparison")}
        </Link>
      }
    >
      <div className="flex flex-col gap-3">
        {templates.data === undefined && templates.isError ? (
          <ReadFailureNotice title={text("The templates could not be read")} of={templates} />
        ) : templates.data !== undefined && lines.length === 0 ? (
          <NoTemplates reason={templates.data.shared?.unavailable ?? templates.data.own.unavailable} cluster={ref} />
        ) : (
          <InlineSelect
            label={text("Template")}
            value={line === undefined ? "" : templateKey}
            options={[
              ...(line === undefined ? [{ value: "", label: text("Choose a template") }] : []),
              ...lines.map((each) => ({ value: each.key, label: templateLabel(each) })),
            ]}
            onChange={choose}
          />
        )}
        {templateKey !== "" && templates.data !== undefined && line === undefined && (
          <p role="status" className="text-base text-secondary">
            {text("This template no longer exists.")}
          </p>
        )}
        {line !== undefined &&
          (cluster === undefined ? (
            <Skeleton className="h-24" />
          ) : (
            <Drift line={line} shoot={cluster.shoot} cluster={ref} />
          ))}
      </div>
    </Card>
  );
}

function NoTemplates({ reason, cluster }: { readonly reason: string | undefined; readonly cluster: ClusterRef }) {
  return (
    <p className="text-base text-pretty text-secondary">
      {reason ?? text("There is no template yet. “Save as template…” is in the menu of each cluster.")}{" "}
      <Link href={newClusterPath({ project: cluster.project })} className="text-link hover:underline">
        {text("Create a cluster")}
      </Link>
    </p>
  );
}

const groupTitles: Readonly<Record<DriftGroupName, Message>> = {
  versions: message("Versions"),
  pools: message("Pools"),
  network: message("Network"),
  time: message("Maintenance and hibernation"),
  other: message("Other"),
};

interface DriftProps {
  readonly line: ListedTemplate;
  readonly shoot: Shoot;
  readonly cluster: ClusterRef;
}

function Drift({ line: { template }, shoot, cluster }: DriftProps) {
  const parsed = useMemo(() => parseYamlText(template.text), [template.text]);
  const drift = useMemo(() => (parsed.ok ? templateDrift(parsed.value.value, shoot) : undefined), [parsed, shoot]);
  if (drift === undefined) {
    return <p className="text-base">{text("The YAML of the template cannot be read.")}</p>;
  }
  const { name } = template;
  const count = drift.groups.reduce((sum, { fields }) => sum + fields.length, 0);
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-base font-medium">
        {count === 0 && <CircleCheck aria-hidden className="size-4 shrink-0 text-positive-solid" />}
        {count === 0
          ? text("{cluster} has everything that the template {name} names.", { cluster: cluster.name, name })
          : text(
              "{count, plural, one {{cluster} differs from the template {name} in # field.} other {{cluster} differs from the template {name} in # fields.}}",
              { count, cluster: cluster.name, name },
            )}
      </p>
      {count > 0 && (
        <div className="overflow-clip rounded-card border border-hairline">
          <ComparedTable
            caption={text("{cluster} beside the template {name}", { cluster: cluster.name, name })}
            subject={text("Field")}
            marked={false}
            columns={[
              { key: "template", name: text("Template"), head: <Head title={name} of={text("Template")} /> },
              { key: "cluster", name: cluster.name, head: <Head title={cluster.name} of={text("Cluster")} /> },
            ]}
            groups={drift.groups.map((group) => ({
              key: group.name,
              title: <h3 className="text-base font-semibold">{text(groupTitles[group.name])}</h3>,
              lines: group.fields.map((field) => ({
                key: field.path,
                label: (
                  <span translate="no" className="font-mono text-xs wrap-anywhere">
                    {field.path}
                  </span>
                ),
                differs: true,
                cells: [
                  { content: <Value value={field.template} field={field} />, differs: false },
                  { content: <ClusterValue field={field} />, differs: true },
                ],
              })),
            }))}
          />
        </div>
      )}
      <p className="text-sm text-pretty text-tertiary">
        {text(
          "Compared are the fields that the template names, and pools that one of the two lacks. What the garden fills in is no difference. Name, region and account are left open; zones are compared by number.",
        )}
        {drift.cut && ` ${text("The objects are too large: only their first 2,000 fields are compared.")}`}
      </p>
    </>
  );
}

function Head({ title, of }: { readonly title: string; readonly of: string }) {
  return (
    <>
      <span className="block text-base font-semibold wrap-anywhere">{title}</span>
      <span className="block text-xs font-normal text-tertiary">{of}</span>
    </>
  );
}

function ClusterValue({ field }: { readonly field: DriftField }) {
  return (
    <>
      <Value value={field.cluster} field={field} />
      {field.isNewer && (
        <span className="block text-xs text-pretty text-secondary">
          {text("Newer than in the template: maintenance or a person has set it.")}
        </span>
      )}
    </>
  );
}

const poolPath = /^spec\.provider\.workers\[[^\]]*\]$/;

function Value({ value, field: { path } }: { readonly value: unknown; readonly field: DriftField }) {
  const isPool = poolPath.test(path);
  if (value === undefined || value === null) {
    return <span className="text-tertiary">{isPool ? text("no such pool") : text("not set")}</span>;
  }
  if (path.endsWith(".zones") && typeof value === "number") {
    return text("{count, plural, one {# zone} other {# zones}}", { count: value });
  }
  return (
    <span translate="no" className="font-mono text-xs wrap-anywhere">
      {isPool ? poolText(value) : shortenedText(fieldValueText(value))}
    </span>
  );
}

/** A pool in short: its machine type and its size. */
function poolText(pool: unknown): string {
  const [minimum, maximum] = [fieldAt(pool, "minimum"), fieldAt(pool, "maximum")];
  return [stringAt(pool, "machine", "type") ?? "", `${String(minimum ?? 0)}–${String(maximum ?? 0)}`].join(", ");
}
