import type { ClusterTemplate, ClusterTemplates } from "#lib/contract/cluster-templates.ts";

/** Template that the user can use, and where it is stored. */
export interface ListedTemplate {
  readonly template: ClusterTemplate;
  /** Project in which the template is shared; absent for the user's own templates. */
  readonly project?: string;
  /** Whether the user may change or delete it. */
  readonly mayWrite: boolean;
  /** Key that is unique among the user's own templates and those of all projects, such as `payments/a1`. */
  readonly key: string;
}

/** Returns the templates of the project first, then the user's own. */
export function listedTemplatesOf({ own, shared }: ClusterTemplates): readonly ListedTemplate[] {
  return [
    ...(shared?.templates ?? []).map((template) => ({
      ...{ template, project: shared?.project ?? "", mayWrite: shared?.mayWrite ?? false },
      key: `${shared?.project ?? ""}/${template.id}`,
    })),
    ...own.templates.map((template) => ({ template, mayWrite: true, key: `/${template.id}` })),
  ];
}

/** Project of a template's key; undefined for one of the user's own. */
export function projectOfTemplateKey(key: string): string | undefined {
  const project = key.slice(0, Math.max(key.indexOf("/"), 0));
  return project === "" ? undefined : project;
}
