import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import { faultOf } from "../calls/api-problem.ts";

interface ReadFailureProps {
  /** What is missing: "The profiles could not be read". */
  readonly title: string;
  /** The query that failed. */
  readonly of: { readonly error: unknown; readonly refetch: () => unknown };
}

/** Stands where something would be shown that could not be read, says why, and offers another try. */
export function ReadFailure({ title, of: { error, refetch } }: ReadFailureProps) {
  return (
    <Notice hue="negative" title={title} act={{ label: text("Try again"), run: () => void refetch() }}>
      {faultOf(error).detail}
    </Notice>
  );
}
