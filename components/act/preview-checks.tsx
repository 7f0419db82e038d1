import { clsx } from "clsx";
import { CircleCheck, CircleHelp, OctagonX, RotateCw, TriangleAlert } from "lucide-react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { hueSolidTextClasses, hueTextClasses } from "#components/ui/hue-classes.ts";
import { richText } from "#components/ui/rich-text.ts";
import { checkResultLabels, sortChecksBySeverity } from "#lib/act/preview/preview-labels.ts";
import type { ActCheck } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";

const icons = { pass: CircleCheck, warn: TriangleAlert, block: OctagonX, unknown: CircleHelp } as const;

interface PreviewChecksProps {
  readonly checks: readonly ActCheck[];
  readonly checkedAt: string;
  readonly reading: boolean;
  readonly onCheckAgain: () => void;
}

/** Checks of the preview, worst first. Only checks that the garden enforces block the action; all others are advice. */
export function PreviewChecks({ checks, checkedAt, reading, onCheckAgain }: PreviewChecksProps) {
  return (
    <>
      <ul className="flex flex-col gap-1.5 text-sm">
        {sortChecksBySeverity(checks).map((check) => (
          <Check key={check.id} check={check} />
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-tertiary">
        <span>
          {richText("Checked <when></when>", { when: () => <TimestampText at={checkedAt} form="relative" /> })}
        </span>
        <Button
          size="xs"
          variant="ghost"
          disabledReason={reading ? text("It is being checked.") : undefined}
          onClick={onCheckAgain}
        >
          <RotateCw aria-hidden />
          {text("Check again")}
        </Button>
      </p>
    </>
  );
}

function Check({ check: { verdict, sentence, enforced } }: { readonly check: ActCheck }) {
  const Icon = icons[verdict];
  const { word, role } = checkResultLabels[verdict];
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", hueSolidTextClasses[role])} />
      <span className="text-pretty">
        <span className={clsx(verdict === "pass" ? "sr-only" : ["font-medium", hueTextClasses[role]])}>
          {text(word)}:{" "}
        </span>
        <span className={clsx(verdict === "pass" && "text-secondary")}>{sentence}</span>
        {verdict === "block" && !enforced && (
          <span className="text-tertiary"> {text("Almanac's advice: the API server would accept it.")}</span>
        )}
      </span>
    </li>
  );
}
