import { wordsOfErrorCode } from "#lib/words/error-code-sentences.ts";

/** Error codes with what they mean; a code newer than this build stands for itself. */
export function Codes({ codes }: { readonly codes: readonly string[] | null | undefined }) {
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
          </li>
        );
      })}
    </ul>
  );
}
