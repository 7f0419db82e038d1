import { webhookCode } from "#lib/policy/status/error-codes.ts";
import { wordsOfErrorCode } from "#lib/words/error-code-sentences.ts";
import { WebhookGuideLink } from "../webhook-guide-link.tsx";

interface CodesProps {
  readonly codes: readonly string[] | null | undefined;
  readonly cluster: { readonly project: string; readonly name: string };
}

/** Error codes with what they mean and where there is help; a code newer than this build stands for itself. */
export function Codes({ codes, cluster }: CodesProps) {
  const held = (codes ?? []).filter((code) => typeof code === "string");
  if (held.length === 0) return null;
  return (
    <ul className="mt-1.5 flex flex-col gap-1">
      {held.map((code) => {
        const { meaning, help } = wordsOfErrorCode(code);
        return (
          <li key={code} className="text-sm">
            <span className="font-medium text-ink">{meaning}</span>{" "}
            <code className="text-xs text-tertiary" translate="no">
              {code}
            </code>
            <span className="block text-pretty text-secondary">{help}</span>
            {code === webhookCode && <WebhookGuideLink cluster={cluster} />}
          </li>
        );
      })}
    </ul>
  );
}
