import { useQuery } from "@tanstack/react-query";
import { useId, useMemo } from "react";
import { shootSchemaQuery } from "#components/data/queries/shoot-schema-query.ts";
import { YamlEditor } from "#components/ui/yaml-editor/yaml-editor.tsx";
import { draftFindings } from "#lib/create/draft-findings.ts";
import { text } from "#lib/language/text.ts";
import { completeManifest, describeManifestField } from "#lib/manifest/complete-manifest.ts";
import { manifestSchema } from "#lib/manifest/manifest-schema.ts";
import { parseYamlText } from "#lib/manifest/yaml-document.ts";
import type { DraftError } from "./draft-fields.ts";
import { SaveTemplateButton } from "./save-template-button.tsx";
import type { ClusterDraft } from "./use-cluster-draft.ts";

interface DraftYamlProps {
  readonly draft: ClusterDraft;
  readonly project: string;
  readonly errors: readonly DraftError[];
}

/** YAML of the draft, with the errors at their lines, and completion from the garden's schema. */
export function DraftYaml({ draft, project, errors }: DraftYamlProps) {
  const { data } = useQuery(shootSchemaQuery);
  const spec = data?.known ? data.spec : undefined;
  const schema = useMemo(() => spec && manifestSchema(spec), [spec]);
  const hint = useId();
  const assist = useMemo(
    () => ({
      complete: (written: string, offset: number) => schema && completeManifest(written, offset, schema),
      noteAt: (written: string, offset: number) => schema && describeManifestField(written, offset, schema),
    }),
    [schema],
  );
  const findings = useMemo(() => {
    const parsed = parseYamlText(draft.text);
    return parsed.ok ? draftFindings(parsed.value, errors, schema) : parsed.error;
  }, [draft.text, errors, schema]);
  return (
    <div className="flex flex-col gap-1.5">
      <YamlEditor
        label={text("New cluster as YAML")}
        describedBy={hint}
        value={draft.text}
        onChange={draft.write}
        faults={findings}
        assist={assist}
        className="h-[70dvh]"
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p id={hint} className="text-sm text-pretty text-tertiary">
          {text("Form and YAML are one document. To leave the editor press Esc, then Tab.")}
        </p>
        <SaveTemplateButton draft={draft} project={project} />
      </div>
    </div>
  );
}
