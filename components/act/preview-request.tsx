import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { dryRunDescriptions } from "#lib/act/preview/preview-labels.ts";
import type { ActPreview } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import { FullGardenMessage } from "./full-garden-message.tsx";

/** Shows the exact HTTP request of the action, so that the user can send it by hand. */
export function PreviewRequest({ request }: { readonly request: ActPreview["request"] }) {
  return (
    <ol className="flex flex-col gap-3">
      {request.map(({ verb, body, kubectl }) => (
        <li key={`${verb} ${kubectl}`} className="flex flex-col gap-1.5">
          <Code code={kubectl} label={text("Copy the command")} name={text("kubectl command")} />
          {body !== undefined && (
            <Code
              code={JSON.stringify(body, undefined, 2)}
              label={verb === "create" ? text("Copy the object") : text("Copy the patch")}
              name={verb === "create" ? text("Object") : text("JSON merge patch")}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

function Code({ code, label, name }: { readonly code: string; readonly label: string; readonly name: string }) {
  return (
    <div className="rounded-control border border-hairline bg-surface">
      <div className="flex items-center justify-between gap-2 px-2 pt-1">
        <span className="text-xs text-tertiary">{name}</span>
        <CopyButton text={code} label={label} size="xs" variant="ghost" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard. */}
      <pre tabIndex={0} className="scrollbar-thin max-h-48 overflow-auto px-2 pt-0.5 pb-2 text-xs">
        <code translate="no">{code}</code>
      </pre>
    </div>
  );
}

/** Shows the API server's unmodified response to a dry run of the same request. */
export function PreviewDryRun({
  dryRun: { verdict, message, whole, causes, warnings, standing },
}: Pick<ActPreview, "dryRun">) {
  const words = text(dryRunDescriptions[verdict]);
  return (
    <>
      {verdict === "refused" ? (
        <Notice hue="negative" title={words}>
          <Verbatim message={message} whole={whole} causes={causes} />
        </Notice>
      ) : (
        <p className="text-sm text-pretty text-secondary">
          {words}
          {message !== undefined && ` ${message}`}
        </p>
      )}
      {warnings.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1 font-mono text-xs text-caution-text">
          {warnings.map((warning) => (
            <li key={warning} className="break-words">
              {text("Warning: {warning}", { warning })}
            </li>
          ))}
        </ul>
      )}
      {standing.length > 0 && (
        <details className="mt-1.5">
          <summary className="w-fit text-sm font-medium">{text("Said at almost every write to this cluster")}</summary>
          <ul className="mt-1 flex flex-col gap-1 font-mono text-xs">
            {standing.map((warning) => (
              <li key={warning} className="break-words">
                {warning}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface VerbatimProps extends Pick<ActPreview["dryRun"], "causes"> {
  readonly message: string | undefined;
  readonly whole: string | undefined;
}

/** Response of the dry run as text: a list of causes by field, or the message if there are no causes. */
function Verbatim({ message, whole, causes }: VerbatimProps) {
  return (
    <>
      {message !== undefined && causes.length === 0 && <p className="font-mono text-xs break-words">{message}</p>}
      {causes.length > 0 && (
        <ul className="mt-1 list-disc pl-4 font-mono text-xs">
          {causes.map(({ field, message: cause }) => (
            <li key={`${field} ${cause}`} className="break-words">
              {field}: {cause}
            </li>
          ))}
        </ul>
      )}
      {whole !== undefined && <FullGardenMessage answer={whole} />}
      {message !== undefined && (
        <div className="mt-2">
          <CopyButton text={whole ?? message} label={text("Copy")} size="xs" />
        </div>
      )}
    </>
  );
}
