interface TextListProps {
  readonly items: readonly string[];
  readonly className: string;
  readonly "aria-label"?: string;
}

/** List of sentences; empty if there are none. */
export function TextList({ items, ...props }: TextListProps) {
  if (items.length === 0) return null;
  return (
    <ul {...props}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
