import type { ListedTemplate } from "#lib/cluster-templates/listed-templates.ts";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { draftFromTemplate, type TemplateLoss } from "#lib/create/begin-from-template.ts";
import { cloneShoot, type DroppedField } from "#lib/create/clone-shoot.ts";
import { startingDraft } from "#lib/create/starting-draft.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";

/** With what the draft of a new cluster begins. */
export type Beginning =
  | { readonly kind: "empty" }
  /** `source`: the cluster that is cloned, as `project/name`. */
  | { readonly kind: "clone"; readonly source: string; readonly shoot: Shoot }
  | { readonly kind: "template"; readonly line: ListedTemplate };

/** The text with which a draft begins, and what it leaves out of what it was made from. */
export interface BegunDraft {
  readonly text: string;
  readonly dropped: readonly DroppedField[];
  readonly losses: readonly TemplateLoss[];
}

/** Name of a beginning, by which a stored draft is found again. */
export function sourceOf(beginning: Beginning): string {
  switch (beginning.kind) {
    case "empty":
      return "";
    case "clone":
      return beginning.source;
    case "template":
      return `template ${beginning.line.key}`;
  }
}

/** Begins a draft. @param now epoch milliseconds */
export function begunDraft(beginning: Beginning, choices: NewClusterChoices, now: number): BegunDraft {
  switch (beginning.kind) {
    case "empty":
      return { text: formatYaml(startingDraft(choices, now)), dropped: [], losses: [] };
    case "clone": {
      const { shoot, dropped } = cloneShoot(beginning.shoot);
      // The clone of a cluster may be created in another project.
      const metadata = { ...shoot.metadata, namespace: choices.namespace };
      return { text: formatYaml({ ...shoot, metadata }), dropped, losses: [] };
    }
    case "template":
      return { ...draftFromTemplate(beginning.line.template.text, choices, now), dropped: [] };
  }
}
