import { text } from "#lib/language/text.ts";

/** Expandable complete message of the garden's API server, for texts that show only a part of it. */
export function FullGardenMessage({ answer }: { readonly answer: string }) {
  return (
    <details className="mt-1">
      <summary className="w-fit text-sm font-medium">{text("The whole answer")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard. */}
      <p tabIndex={0} className="mt-1 max-h-48 scrollbar-thin overflow-auto font-mono text-xs break-words">
        {answer}
      </p>
    </details>
  );
}
