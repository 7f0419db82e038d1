"use client";

import { CircleAlert, OctagonAlert } from "lucide-react";
import { type ReactNode, useId, useMemo, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { YamlEditor, type YamlEditorControl } from "#components/ui/yaml-editor/yaml-editor.tsx";
import { text } from "#lib/language/text.ts";
import { completeManifest, describeManifestField } from "#lib/manifest/complete-manifest.ts";
import { formatManifest, type JsonObject } from "#lib/manifest/manifest.ts";
import type { ManifestFinding } from "#lib/manifest/yaml-document.ts";
import type { ManifestDraftState } from "./use-manifest-draft.ts";
import type { ManifestValidationState } from "./use-manifest-validation.ts";

interface ManifestWritingProps {
  /** The cluster, as `project/name`. */
  readonly name: string;
  readonly keeping: ManifestDraftState;
  /** The current Shoot as JSON. */
  readonly now: JsonObject;
  readonly judged: ManifestValidationState;
  readonly onReview: () => void;
  /** Form for the same text, to show instead of the YAML. */
  readonly form: ReactNode;
  /** Closes the editor without losing the edited text. */
  readonly onClose: () => void;
}

/** Writing step of the manifest editor: the text, errors and warnings, and buttons to continue. */
export function ManifestEditingStep({ name, keeping, now, judged, onReview, onClose, form }: ManifestWritingProps) {
  const { draft, edited, write, startOver } = keeping;
  const { findings, schema } = judged;
  const editor = useRef<YamlEditorControl>(null);
  const hint = useId();
  const assist = useMemo(
    () => ({
      complete: (text: string, offset: number) => schema && completeManifest(text, offset, schema),
      noteAt: (text: string, offset: number) => schema && describeManifestField(text, offset, schema),
    }),
    [schema],
  );
  return (
    <div>
      {form ? (
        <div className="px-4 py-3.5">{form}</div>
      ) : (
        <>
          <div id={hint} className="flex flex-col gap-1 px-4 py-2.5 text-sm text-secondary">
            <p className="text-pretty">
              {text(
                "You can edit labels, annotations and the spec. The status and fields that the garden sets, such as uid, are in the read view.",
              )}
            </p>
            <p className="text-pretty">
              {richText("<kbd>Tab</kbd> indents; to leave the editor press <kbd>Esc</kbd>, then <kbd>Tab</kbd>.", {
                kbd,
              })}
              {schema && (
                <>
                  {" "}
                  {richText("<kbd>Ctrl</kbd> <kbd>Space</kbd> suggests fields; hover over a name to read about it.", {
                    kbd,
                  })}
                </>
              )}
            </p>
          </div>
          <YamlEditor
            ref={editor}
            label={text("Shoot {name} as YAML", { name })}
            describedBy={hint}
            value={draft.text}
            onChange={write}
            faults={findings}
            assist={assist}
            undoOutside={false}
            className="h-[60dvh] rounded-none border-x-0"
          />
        </>
      )}
      <div className="flex flex-col gap-3 px-4 py-3">
        <FindingList findings={findings} onShow={(offset) => editor.current?.show(offset)} />
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" disabledReason={blockerOf(keeping, judged)} onClick={onReview}>
            {text("Review changes")}
          </Button>
          {edited && (
            <Button
              variant="ghost"
              onClick={() => {
                // The text is replaced by the editor itself, so that the user can undo it.
                editor.current?.rewrite(formatManifest(now));
                startOver();
              }}
            >
              {text("Start over")}
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            {text("Back to reading")}
          </Button>
          <p className="text-sm text-secondary">
            {edited ? text("Saved in this tab until you submit or start over.") : text("As read from the garden.")}
          </p>
        </div>
      </div>
    </div>
  );
}

const kbd = (key: ReactNode) => <Kbd>{key}</Kbd>;

function blockerOf(
  { edited, following }: ManifestDraftState,
  { findings, patch }: ManifestValidationState,
): string | undefined {
  if (!edited) return text("Nothing has been changed yet.");
  const error = findings.find(({ severity }) => severity === "error");
  if (error) return text("Line {line} has to be fixed first.", { line: error.line });
  if (following.kind === "conflicts") return text("Resolve the conflicting fields first.");
  return patch === undefined ? text("No changes to save.") : undefined;
}

interface FindingListProps {
  readonly findings: readonly ManifestFinding[];
  readonly onShow: (offset: number) => void;
}

const mostShown = 12;

/** List of errors and warnings; a click on one shows its line in the editor. */
function FindingList({ findings, onShow }: FindingListProps) {
  return (
    <div role="status" className="text-sm">
      {findings.length > 0 && (
        <ul aria-label={text("Errors and warnings")} className="flex flex-col gap-1">
          {findings.slice(0, mostShown).map(({ severity, path, message, line, from }) => (
            <li key={`${from} ${path} ${message}`} className="flex items-start gap-2">
              {severity === "error" ? (
                <OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-negative-solid" />
              ) : (
                <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution-solid" />
              )}
              <span className="min-w-0 text-pretty">
                <button
                  type="button"
                  onClick={() => onShow(from)}
                  className="rounded-tag font-medium text-link hover:underline"
                >
                  {text("Line {line}", { line })}
                </button>{" "}
                <span className="text-secondary">{severity === "error" ? text("error") : text("warning")}</span>{" "}
                {path !== "" && (
                  <code translate="no" className="break-all">
                    {path}
                  </code>
                )}{" "}
                {message}
              </span>
            </li>
          ))}
          {findings.length > mostShown && <li>{text("and {count} more", { count: findings.length - mostShown })}</li>}
        </ul>
      )}
    </div>
  );
}
