"use client";

import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Card } from "#components/ui/card.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import { webhookCode } from "#lib/policy/status/error-codes.ts";
import { describeErrorCode } from "#lib/words/error-code-descriptions.ts";
import { describeErrorCodeRemedy } from "#lib/words/state/error-code-remedies.ts";
import type { Cluster } from "../use-cluster.ts";
import { WebhookGuideLink } from "../webhook-guide-link.tsx";

/** Card of the errors of the last operation, with an explanation of each error code; empty without errors. */
export function ErrorsCard({ row, shoot }: Pick<Cluster, "row" | "shoot">) {
  const errors = (shoot.status?.lastErrors ?? []).filter((error) => error !== null);
  if (errors.length === 0) return null;
  return (
    <Card
      id="last-errors"
      title={errors.length === 1 ? text("Last error") : text("Last errors ({count})", { count: errors.length })}
    >
      <ul className="-my-3.5 divide-y divide-hairline">
        {errors.map((error, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: errors carry no identity of their own.
          <li key={index} className="py-3 text-sm">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{error.taskID ?? text("Task not named")}</span>
              <span className="text-tertiary">
                <TimestampText at={error.lastUpdateTime} form="relative" />
              </span>
            </p>
            <div className="mt-0.5 text-secondary">
              <LongText text={error.description} />
            </div>
            <ErrorCodes codes={error.codes} row={row} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface CodesProps {
  readonly codes: readonly string[] | null | undefined;
  /** Row of the cluster that reports the error codes. */
  readonly row: FleetRow;
}

/** List of Gardener error codes with their meaning and help. Unknown codes are shown as they are. */
export function ErrorCodes({ codes, row }: CodesProps) {
  const held = (codes ?? []).filter((code) => typeof code === "string");
  if (held.length === 0) return null;
  return (
    <ul className="mt-1.5 flex flex-col gap-1">
      {held.map((code) => {
        return (
          <li key={code} className="text-sm">
            <span className="font-medium text-ink">{describeErrorCode(code)}</span>{" "}
            <code className="text-xs text-tertiary" translate="no">
              {code}
            </code>
            <span className="block text-pretty text-secondary">
              {describeErrorCodeRemedy(code, automaticHandlingOf(row))}
            </span>
            {code === webhookCode && <WebhookGuideLink cluster={row} />}
          </li>
        );
      })}
    </ul>
  );
}
