import { CircleCheck } from "lucide-react";
import { Card } from "#components/ui/card.tsx";
import { text } from "#lib/language/text.ts";
import type { ProfileTextError } from "#lib/view/versions/profile-text.ts";

const mostShown = 12;

/** Card of the errors that the API server would report for the draft, as far as the browser can find them. */
export function ProfileErrorsCard({ faults }: { readonly faults: readonly ProfileTextError[] }) {
  return (
    <Card id="validation" title={text("Validation")}>
      <div role="status" className="text-sm">
        {faults.length === 0 ? (
          <p className="flex items-center gap-2 text-base">
            <CircleCheck aria-hidden className="size-4 text-positive-solid" />
            {text("Valid")}
          </p>
        ) : (
          <ul className="flex flex-col gap-2">
            {faults.slice(0, mostShown).map(({ path, message, line, from }) => (
              <li key={`${path} ${message} ${from}`}>
                <span className="font-mono font-medium break-all">{path === "" ? "YAML" : path}</span>
                <span className="text-tertiary"> {text("(line {line})", { line })}</span>:{" "}
                <span className="text-negative-text">{message}</span>
              </li>
            ))}
            {faults.length > mostShown && <li>{text("and {count} more", { count: faults.length - mostShown })}</li>}
          </ul>
        )}
      </div>
    </Card>
  );
}
