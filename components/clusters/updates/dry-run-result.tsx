"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { NextRunDryRunResponse } from "#lib/contract/cluster-forecast.ts";
import { formatVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatClockTime, formatDateTime } from "#lib/words/format-time.ts";
import { type TimeContext, versionedComponentLabel } from "#lib/words/step-descriptions.ts";

/** Result of the dry run of the next maintenance, with the version changes that were tried. */
export function DryRunResult({
  data,
  speech: { clock },
}: {
  readonly data: NextRunDryRunResponse;
  readonly speech: TimeContext;
}) {
  const checked = text("Checked at {at} by a server-side dry run; nothing was written.", {
    at: formatClockTime(parseInstant(data.checkedAt) ?? 0, clock),
  });
  if (data.verdict === "nothing-to-try") {
    return (
      <Notice hue="info" title={text("There is nothing to try")}>
        {text("No maintenance run is expected to change a version.")} {checked}
      </Notice>
    );
  }
  const runAt = parseInstant(data.runAt);
  const accepted = data.verdict === "accepted";
  return (
    <Notice
      hue={accepted ? "info" : "negative"}
      title={
        accepted
          ? text("The API server would accept the next step today")
          : text("The API server would refuse the next step today")
      }
    >
      <ul className="list-disc pl-5">
        {data.steps.map(({ lane, from, to }) => (
          <li key={formatVersionedComponent(lane)}>
            {richText("{component}: <from></from> to <to></to>", {
              component: versionedComponentLabel(lane),
              from: () => <span className="font-mono">{from}</span>,
              to: () => <span className="font-mono">{to}</span>,
            })}
          </li>
        ))}
        {data.cleanups.map(({ field }) => (
          <li key={field}>
            {richText("<field></field> changes with it", {
              field: () => <code className="text-xs break-all">spec.{field}</code>,
            })}
          </li>
        ))}
      </ul>
      {data.message !== undefined && (
        <blockquote className="mt-2 border-l-2 border-negative-border pl-3 break-words text-ink" translate="no">
          {data.message}
        </blockquote>
      )}
      {data.missingBinding !== undefined && (
        <p className="mt-2">
          {richText(
            "Maintenance first makes the CredentialsBinding <name></name>, which a dry run cannot: an objection to it says nothing.",
            { name: () => <span translate="no">{data.missingBinding}</span> },
          )}
        </p>
      )}
      {data.warnings.map((warning) => (
        <p key={warning} className="mt-2">
          {richText("Warning of the API server: <warning></warning>", {
            warning: () => <span translate="no">{warning}</span>,
          })}
        </p>
      ))}
      <p className="mt-2 text-sm">
        {checked}{" "}
        {runAt !== undefined &&
          text("The run itself comes on {at} at the earliest, and the rules of that day decide.", {
            at: formatDateTime(runAt, clock),
          })}
      </p>
      {data.patch !== undefined && (
        <div className="mt-2">
          <CopyButton size="sm" label={text("Copy the tried patch")} text={JSON.stringify(data.patch, null, 2)} />
        </div>
      )}
    </Notice>
  );
}
