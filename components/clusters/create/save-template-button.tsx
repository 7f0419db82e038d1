import { BookmarkPlus } from "lucide-react";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { openTemplateTask } from "#components/data/templates/open-template-task.ts";
import { Button } from "#components/ui/button.tsx";
import { text } from "#lib/language/text.ts";
import type { ClusterDraft } from "./use-cluster-draft.ts";

interface SaveTemplateButtonProps {
  readonly draft: Pick<ClusterDraft, "text" | "faults">;
  readonly project: string;
}

/** Button that saves the draft as a template. */
export function SaveTemplateButton({ draft, project }: SaveTemplateButtonProps) {
  const readOnly = useReadOnlyReason();
  const reason = draft.faults.length > 0 ? text("Correct the errors first.") : undefined;
  return (
    <Button
      size="sm"
      disabledReason={readOnly ?? reason}
      onClick={() => openTemplateTask({ kind: "save-draft", text: draft.text, project })}
    >
      <BookmarkPlus aria-hidden />
      {text("Save as template…")}
    </Button>
  );
}
