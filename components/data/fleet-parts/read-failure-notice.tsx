import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import { requestErrorOf } from "../calls/api-problem.ts";

interface ReadFailureProps {
  /** Title that says what could not be read, such as "The profiles could not be read". */
  readonly title: string;
  /** The query that failed. */
  readonly of: { readonly error: unknown; readonly refetch: () => unknown };
}

/** Notice instead of data that could not be read, with the reason and a retry button. */
export function ReadFailureNotice({ title, of: { error, refetch } }: ReadFailureProps) {
  return (
    <Notice hue="negative" title={title} act={{ label: text("Try again"), run: () => void refetch() }}>
      {requestErrorOf(error).detail}
    </Notice>
  );
}
