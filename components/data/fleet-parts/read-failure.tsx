import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import { faultOf } from "../calls/api-problem.ts";

interface ReadFailureProps {
  /** What is missing: "The profiles could not be read". */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Stands where something would be shown that could not be read, says why, and offers another try. */
export function ReadFailure({ title, error, onRetry }: ReadFailureProps) {
  return (
    <Notice
      hue="negative"
      title={title}
      action={
        <Button size="sm" onClick={onRetry}>
          {text("Try again")}
        </Button>
      }
    >
      {faultOf(error).detail}
    </Notice>
  );
}
