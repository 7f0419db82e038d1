/** Explanation text in which `code` is marked by backticks. */
export function Meaning({ text }: { readonly text: string }) {
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
