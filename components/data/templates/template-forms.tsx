import { useQuery } from "@tanstack/react-query";
import { type RefObject, useMemo, useState } from "react";
import { Field, formLabelClass } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { type ListedTemplate, listedTemplatesOf } from "#lib/cluster-templates/listed-templates.ts";
import { clusterTemplateLimits } from "#lib/contract/cluster-template-limits.ts";
import type { ClusterTemplateChangeRequest } from "#lib/contract/cluster-templates.ts";
import { findTemplateProblem, templateTextOf, templateTextOfShoot } from "#lib/create/template-text.ts";
import { newClusterPath } from "#lib/fleet/cluster-path.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { text } from "#lib/language/text.ts";
import { requestErrorOf } from "../calls/api-problem.ts";
import { NamedItemDialogForm } from "../fleet-parts/named-item-dialog-form.tsx";
import { SharingField } from "../fleet-parts/sharing-field.tsx";
import { type ClusterRef, clusterQuery } from "../queries/cluster-queries.ts";
import { templatesQuery } from "../queries/template-queries.ts";
import { useMayShare } from "../session/use-may-share.ts";
import { useReadOnlyReason } from "../session/use-read-only.ts";
import { useTemplateChange } from "./use-template-change.ts";

interface FormProps {
  /** Element that gets the focus back. */
  readonly back: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Form that saves a cluster as a template, as the garden has it now. */
export function SaveClusterForm({ cluster, ...props }: FormProps & { readonly cluster: ClusterRef }) {
  const { data, error } = useQuery(clusterQuery(cluster));
  const shoot = useMemo(() => data && parseShoot(data.shoot), [data]);
  const draft = useMemo(() => (shoot === undefined ? undefined : templateTextOfShoot(shoot)), [shoot]);
  const unread = error === null ? text("The cluster is being read.") : requestErrorOf(error).detail;
  return <SaveTemplateForm draft={draft} unread={unread} suggestedProject={cluster.project} {...props} />;
}

interface SaveTemplateProps extends FormProps {
  /** YAML of a Shoot; undefined while it is not known. */
  readonly draft: string | undefined;
  readonly unread?: string | undefined;
  /** Project with which the template is shared, unless the user may not, or chooses another place. */
  readonly suggestedProject: string;
}

/** Form that saves the YAML of a Shoot as a template, or replaces a template of the same name. */
export function SaveTemplateForm({ draft, unread, suggestedProject, back, onClose }: SaveTemplateProps) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [chosen, setChosen] = useState<{ readonly project: string | undefined }>();
  const suggested = useMayShare(suggestedProject).allowed === false ? undefined : suggestedProject;
  const project = chosen === undefined ? suggested : chosen.project;
  const templates = useQuery(templatesQuery(project)).data;
  const changing = useTemplateChange();
  const toast = useToast();
  const template = useMemo(() => (draft === undefined ? undefined : templateTextOf(draft)), [draft]);
  const written = template?.ok ? template.value : undefined;
  const taken = (templates ? listedTemplatesOf(templates) : []).find(
    (line) => line.template.name === name.trim() && line.project === project,
  );
  const whyNot = useWhyNot(project);
  const problem = template?.ok === false ? template.error[0]?.message : written && problemOf(written);
  const save = () => {
    if (written === undefined) return;
    changing.mutate(changeOf(taken, { name, description, project, text: written }), {
      onSuccess: ({ template: saved }) => {
        const key = `${project ?? ""}/${saved?.id ?? ""}`;
        toast({
          kind: "success",
          id: "template-saved",
          title: text("The template {name} was saved", { name: saved?.name ?? name }),
          href: newClusterPath({ project: project ?? suggestedProject, template: key }),
        });
        onClose();
      },
    });
  };
  return (
    <NamedItemDialogForm
      title={text("Save as template")}
      opener={back}
      onClose={onClose}
      name={name}
      maxLength={clusterTemplateLimits.name}
      onName={setName}
      whyNot={whyNot ?? problem}
      missing={written === undefined ? unread : changing.isPending ? text("The template is being saved.") : undefined}
      submit={taken ? text("Replace template") : text("Save template")}
      onSubmit={save}
      refused={text("The template was not saved")}
      error={changing.error}
    >
      <DescriptionField value={description} onText={setDescription} />
      <SharingField
        project={project}
        sharedHint={text("Everybody who sees the project can use it.")}
        onChange={(place) => setChosen({ project: place })}
      />
      <p className="text-sm text-pretty text-secondary">
        {text("It leaves open what each cluster has of its own: name, region, account, Seed and domain.")}
      </p>
      {taken && (
        <p role="status" className="text-sm text-pretty text-secondary">
          {text("There is a template of this name. It is replaced.")}
        </p>
      )}
    </NamedItemDialogForm>
  );
}

/** Form that changes the name and the description of a template. */
export function ChangeTemplateForm({ line, back, onClose }: FormProps & { readonly line: ListedTemplate }) {
  const { template, project } = line;
  const [name, setName] = useState(template.name);
  const [description, setDescription] = useState(template.description ?? "");
  const changing = useTemplateChange();
  const whyNot = useWhyNot(project);
  const save = () =>
    changing.mutate(
      { kind: "change", ...placeOf(project), id: template.id, seen: template.at, name, description },
      { onSuccess: onClose },
    );
  return (
    <NamedItemDialogForm
      title={text("Rename the template {name}", { name: template.name })}
      opener={back}
      onClose={onClose}
      name={name}
      maxLength={clusterTemplateLimits.name}
      onName={setName}
      whyNot={whyNot}
      missing={changing.isPending ? text("The template is being saved.") : undefined}
      submit={text("Rename template")}
      onSubmit={save}
      refused={text("The template was not saved")}
      error={changing.error}
    >
      <DescriptionField value={description} onText={setDescription} />
    </NamedItemDialogForm>
  );
}

interface DescriptionFieldProps {
  readonly value: string;
  readonly onText: (value: string) => void;
}

function DescriptionField({ value, onText }: DescriptionFieldProps) {
  return (
    <Field label={text("Description (optional)")} labelClass={formLabelClass} className="flex flex-col gap-1.5">
      {(control) => (
        <input
          {...control}
          value={value}
          maxLength={clusterTemplateLimits.description}
          onChange={({ target }) => onText(target.value)}
          className={`${inputClass} h-8 text-base`}
        />
      )}
    </Field>
  );
}

interface Wanted {
  readonly name: string;
  readonly description: string;
  readonly project: string | undefined;
  readonly text: string;
}

function changeOf(taken: ListedTemplate | undefined, { project, ...wanted }: Wanted): ClusterTemplateChangeRequest {
  if (taken === undefined) return { kind: "save", ...placeOf(project), ...wanted };
  const { id, at } = taken.template;
  return { kind: "change", ...placeOf(project), id, seen: at, ...wanted };
}

function placeOf(project: string | undefined) {
  return project === undefined ? {} : { project };
}

function problemOf(written: string): string | undefined {
  const { length } = written;
  const most = clusterTemplateLimits.text;
  if (length <= most) return findTemplateProblem(written);
  return text("The template has {length, number} characters, and {most, number} is the most.", { length, most });
}

/** Returns why the user cannot save a template for this project now; undefined if possible. */
function useWhyNot(project: string | undefined): string | undefined {
  const readOnly = useReadOnlyReason();
  const templates = useQuery(templatesQuery(project)).data;
  const { allowed, isChecked } = useMayShare(project);
  if (readOnly !== undefined) return readOnly;
  if (project === undefined) return templates?.own.unavailable;
  if (allowed === false) {
    return text("You cannot share templates with {project}: that takes the right to create ConfigMaps there.", {
      project,
    });
  }
  return isChecked ? templates?.shared?.unavailable : text("Your permissions are being checked.");
}
