import { useQuery } from "@tanstack/react-query";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import {
  type ListedTemplate,
  listedTemplatesOf,
  projectOfTemplateKey,
} from "#lib/cluster-templates/listed-templates.ts";
import { text } from "#lib/language/text.ts";
import { templatesQuery } from "../queries/template-queries.ts";

/** Templates of a project and the user's own, and the one of a key, which may be of another project. */
export function useTemplates(project: string, key: string): readonly ListedTemplate[] {
  const here = useQuery(templatesQuery(project)).data;
  const elsewhere = projectOfTemplateKey(key) ?? project;
  const there = useQuery({ ...templatesQuery(elsewhere), enabled: key !== "" && elsewhere !== project }).data;
  const lines = here === undefined ? [] : listedTemplatesOf(here);
  const other = elsewhere === project || there === undefined ? [] : listedTemplatesOf(there);
  return [...lines, ...other.filter((line) => line.key === key)];
}

interface TemplateSelectProps {
  readonly project: string;
  /** Key of the chosen template; empty for none. */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** Select of the template with which a new cluster begins. */
export function TemplateSelect({ project, chosen, onChoose }: TemplateSelectProps) {
  const lines = useTemplates(project, chosen);
  const isUnread = chosen !== "" && !lines.some(({ key }) => key === chosen);
  return (
    <InlineSelect
      label={text("Begin with")}
      value={chosen}
      options={[
        { value: "", label: text("Empty") },
        ...lines.map((line) => ({ value: line.key, label: templateLabel(line) })),
        ...(isUnread ? [{ value: chosen, label: text("Template") }] : []),
      ]}
      onChange={onChoose}
    />
  );
}

/** Name of a template with the place where it is stored. */
export function templateLabel({ template: { name }, project }: ListedTemplate): string {
  return project === undefined ? text("{name} (yours)", { name }) : text("{name} ({project})", { name, project });
}
