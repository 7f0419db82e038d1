import type { FleetRow } from "#lib/contract/fleet.ts";
import { ownCourse } from "#lib/policy/next/own-course.ts";
import { webhookCode } from "#lib/policy/status/error-codes.ts";
import { meaningOfErrorCode } from "#lib/words/error-code-sentences.ts";
import { helpOfErrorCode } from "#lib/words/state/error-code-help.ts";
import { WebhookGuideLink } from "../webhook-guide-link.tsx";

interface CodesProps {
  readonly codes: readonly string[] | null | undefined;
  /** The cluster that reports them. */
  readonly row: FleetRow;
}

/** Error codes with what they mean and where there is help; a code newer than this build stands for itself. */
export function Codes({ codes, row }: CodesProps) {
  const held = (codes ?? []).filter((code) => typeof code === "string");
  if (held.length === 0) return null;
  return (
    <ul className="mt-1.5 flex flex-col gap-1">
      {held.map((code) => {
        return (
          <li key={code} className="text-sm">
            <span className="font-medium text-ink">{meaningOfErrorCode(code)}</span>{" "}
            <code className="text-xs text-tertiary" translate="no">
              {code}
            </code>
            <span className="block text-pretty text-secondary">{helpOfErrorCode(code, ownCourse(row))}</span>
            {code === webhookCode && <WebhookGuideLink cluster={row} />}
          </li>
        );
      })}
    </ul>
  );
}
