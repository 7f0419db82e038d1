/** Explanatory text in which parts between backticks are rendered as code. */
export function ExplanationText({ text }: { readonly text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} translate="no" className="text-sm">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
