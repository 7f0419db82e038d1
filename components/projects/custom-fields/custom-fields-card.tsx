// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.

import { ArrowDown, ArrowUp, Plus } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { useProjectChange } from "#components/data/queries/use-project-change.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import { type CustomField, customFieldLimits } from "#lib/custom-fields/custom-field.ts";
import { customFieldValueOf, isDefaultValueFor } from "#lib/custom-fields/custom-field-values.ts";
import { moveCustomField, writtenCustomFieldsOf } from "#lib/custom-fields/edit-custom-fields.ts";
import { formatFieldPath } from "#lib/custom-fields/field-path.ts";
import { parseCustomFields } from "#lib/custom-fields/parse-custom-fields.ts";
import { text } from "#lib/language/text.ts";
import {
  describeCustomFieldProblem,
  describeFieldPlaces,
  describeUnreadableFields,
} from "#lib/words/project/custom-field-descriptions.ts";
import { CustomFieldDialog } from "./custom-field-dialog.tsx";
import { type SampleCluster, useSampleCluster } from "./use-sample-cluster.ts";

/** Card with the fields that a project defines for its clusters, to read and to change. */
export function CustomFieldsCard({ project }: { readonly project: ShownProject }) {
  const { fields, problems } = parseCustomFields(project.customFields);
  const sample = useSampleCluster(project.name);
  const moving = useProjectChange(project.name);
  const addOpener = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLElement>(null);
  const [edited, setEdited] = useState<{ readonly key?: string }>();
  const readOnly = useReadOnlyReason();
  const blocked =
    readOnly ?? (project.rights.change === false ? text("You are not allowed to change this project.") : undefined);
  const isFull = writtenCustomFieldsOf(project.customFields).length >= customFieldLimits.fields;
  const open = (from: RefObject<HTMLElement | null>, key?: string) => {
    opener.current = from.current;
    setEdited(key === undefined ? {} : { key });
  };
  const move = (key: string, by: 1 | -1) =>
    moving.mutate({
      kind: "customFields",
      resourceVersion: project.resourceVersion,
      customFields: moveCustomField(project.customFields, key, by),
    });
  return (
    <Card
      id="custom-fields"
      title={text("Custom fields")}
      flush
      aside={
        <Button
          ref={addOpener}
          size="sm"
          disabledReason={
            blocked ??
            describeUnreadableFields(project.customFields) ??
            (isFull ? text("A project has {fields, number} fields at most.", customFieldLimits) : undefined)
          }
          onClick={() => open(addOpener)}
        >
          <Plus aria-hidden />
          {text("Add field…")}
        </Button>
      }
    >
      {problems.length > 0 && (
        <div className="px-4 pt-3.5">
          <Notice hue="caution" title={text("Parts of the custom fields cannot be used")}>
            {problems.map((problem) => describeCustomFieldProblem(problem, project.customFields)).join(" ")}
          </Notice>
        </div>
      )}
      {moving.isError && (
        <div className="px-4 pt-3.5">
          <Notice hue="negative" title={text("The order was not changed")} live>
            {requestErrorOf(moving.error).detail}
          </Notice>
        </div>
      )}
      {fields.length === 0 ? (
        <p className="px-4 py-3.5 text-base text-pretty text-secondary">
          {text("A field shows one value of each cluster, such as a label, in lists and on the page of the cluster.")}
        </p>
      ) : (
        <CardTable aria-label={text("Custom fields")} columns={columnsOf(sample)}>
          {fields.map((field, place) => (
            <FieldRow
              key={field.key}
              field={field}
              sample={sample}
              isFirst={place === 0}
              isLast={place === fields.length - 1}
              blocked={blocked ?? (moving.isPending ? text("The request is on its way.") : undefined)}
              onMove={move}
              onChange={open}
            />
          ))}
        </CardTable>
      )}
      {edited && (
        <CustomFieldDialog
          project={project}
          fieldKey={edited.key}
          sample={sample}
          opener={opener}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

function columnsOf(sample: SampleCluster | undefined) {
  return [
    { title: text("Field") },
    { title: text("Path") },
    { title: sample === undefined ? text("Value") : text("Value of {cluster}", { cluster: sample.name }) },
    { title: text("Shown") },
    { title: text("Actions"), hidden: true },
  ];
}

interface FieldRowProps {
  readonly field: CustomField;
  readonly sample: SampleCluster | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly blocked: string | undefined;
  readonly onMove: (key: string, by: 1 | -1) => void;
  readonly onChange: (from: RefObject<HTMLElement | null>, key: string) => void;
}

function FieldRow({ field, sample, isFirst, isLast, blocked, onMove, onChange }: FieldRowProps) {
  const change = useRef<HTMLButtonElement>(null);
  const { key, label, tooltip, steps } = field;
  const value = sample && customFieldValueOf(sample.shoot, field);
  return (
    <tr role="row" className="align-baseline max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="text-left font-medium wrap-anywhere max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
      >
        {label}
        {tooltip !== undefined && <span className="block text-sm font-normal text-tertiary">{tooltip}</span>}
      </th>
      <CardCell title={text("Path")}>
        <code translate="no" className="text-sm">
          {formatFieldPath(steps)}
        </code>
      </CardCell>
      <CardCell title={text("Value")} empty={value === undefined}>
        <span>
          <span translate="no">{value}</span>
          {sample && isDefaultValueFor(sample.shoot, field) && (
            <span className="text-secondary"> ({text("default")})</span>
          )}
        </span>
      </CardCell>
      <CardCell title={text("Shown")} quiet>
        {describeFieldPlaces(field)}
      </CardCell>
      <CardCell numeric>
        <span className="inline-flex flex-wrap gap-2">
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={text("Move {label} up", { label })}
            disabledReason={blocked ?? (isFirst ? text("{label} is the first field.", { label }) : undefined)}
            onClick={() => onMove(key, -1)}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={text("Move {label} down", { label })}
            disabledReason={blocked ?? (isLast ? text("{label} is the last field.", { label }) : undefined)}
            onClick={() => onMove(key, 1)}
          >
            <ArrowDown aria-hidden />
          </Button>
          <Button ref={change} size="sm" disabledReason={blocked} onClick={() => onChange(change, key)}>
            {text("Change…")}
            <span className="sr-only"> {label}</span>
          </Button>
        </span>
      </CardCell>
    </tr>
  );
}
