import { openTemplateTask } from "#components/data/templates/open-template-task.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ListedTemplate } from "#lib/cluster-templates/listed-templates.ts";
import type { TemplateLoss } from "#lib/create/begin-from-template.ts";
import { text } from "#lib/language/text.ts";

interface TemplateNoticeProps {
  readonly line: ListedTemplate;
  readonly losses: readonly TemplateLoss[];
  /** Called once the template was deleted. */
  readonly onDeleted: () => void;
}

/** Says with which template the draft began, and what of it the cluster does not keep. */
export function TemplateNotice({ line, losses, onDeleted }: TemplateNoticeProps) {
  const { template, mayWrite } = line;
  const { name, description } = template;
  const refusal = mayWrite ? undefined : text("You are not allowed to change the templates of this project.");
  return (
    <Notice
      hue={losses.length > 0 ? "caution" : "info"}
      title={
        losses.length > 0
          ? text("Not all of the template {name} is kept", { name })
          : text("Everything of the template {name} is kept", { name })
      }
    >
      {description !== undefined && description !== "" && <p className="break-words">{description}</p>}
      {losses.length > 0 && (
        <ul aria-label={text("What is not kept")} className="mt-1 flex flex-col gap-1 text-sm">
          {losses.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="wrap-anywhere">
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={text("Rename the template {name}", { name })}
          disabledReason={refusal}
          onClick={() => openTemplateTask({ kind: "change", line })}
        >
          {text("Rename…")}
        </Button>
        <Button
          size="sm"
          aria-label={text("Delete the template {name}", { name })}
          disabledReason={refusal}
          onClick={() => openTemplateTask({ kind: "delete", line, onDeleted })}
        >
          {text("Delete…")}
        </Button>
      </div>
    </Notice>
  );
}
