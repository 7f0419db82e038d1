import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import type { ReadContents } from "#components/data/queries/use-cluster-contents.ts";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { majorMinorOf } from "#lib/policy/admission/effective-pool.ts";
import type { Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import type { MinorStep, ReadinessFinding } from "#lib/policy/readiness/readiness-finding.ts";
import { webhookConsequences } from "#lib/policy/status/constraints.ts";
import { commandOfReadinessFinding } from "#lib/view/readiness/readiness-commands.ts";
import { describeUnreadContents } from "#lib/words/readiness/contents-descriptions.ts";
import { describeMinorStep } from "#lib/words/readiness/describe-minor-step.ts";
import {
  describeReadinessCertainty,
  describeReadinessFinding,
  readinessSeverityLabels,
  remedyRoleLabels,
  unreadPartDescriptions,
} from "#lib/words/readiness/readiness-descriptions.ts";
import { readinessResultLabels } from "#lib/words/readiness/readiness-result-labels.ts";
import { describeRemovedApis } from "#lib/words/readiness/removed-apis-description.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { WebhookGuideLink } from "../../webhook-guide-link.tsx";
import { LookInside } from "./look-inside.tsx";

interface ReadinessCardProps {
  readonly cluster: ClusterRef;
  readonly readiness: Readiness;
  /** What was read inside the cluster; undefined if nothing was. */
  readonly looked: ReadContents | undefined;
  readonly shoot: Shoot;
  readonly speech: TimeContext;
}

/** Card with what stands against the cluster's next minor version, and with what nobody has looked at. */
export function ReadinessCard({ cluster, readiness, looked, shoot, speech }: ReadinessCardProps) {
  const { step, result, findings, removals, unread, unreadContents } = readiness;
  const minor = majorMinorOf(step.to) ?? step.to;
  const { label, hue } = readinessResultLabels[result];
  return (
    <Card
      id="readiness"
      title={text("Ready for Kubernetes {minor}?", { minor })}
      aside={<Tag hue={hue}>{text(label)}</Tag>}
      flush
    >
      <p className="px-4 py-3.5 text-base text-pretty text-secondary">
        {describeMinorStep(step, speech)}
        {findings.length === 0 && (result === "ready-as-known" || result === "ready") && (
          <>
            {" "}
            {looked === undefined
              ? text("Nothing that the garden knows stands against it.")
              : text("Nothing that was read stands against it.")}
          </>
        )}
      </p>
      <LookInside cluster={cluster} to={step.to} minor={minor} looked={looked} speech={speech} />
      {findings.length > 0 && (
        <ul
          aria-label={text("Findings about the next minor version")}
          className="divide-y divide-hairline border-t border-hairline text-sm"
        >
          {findings.map((finding) => {
            const key = JSON.stringify(finding);
            return <Finding key={key} cluster={cluster} finding={finding} shoot={shoot} step={step} />;
          })}
        </ul>
      )}
      <WhyDetails
        label={text("Not looked at")}
        about={text("before Kubernetes {minor}", { minor })}
        className="border-t border-hairline px-4 py-2.5"
      >
        <ul className="list-disc pl-4">
          {unread.map((part) => (
            <li key={part}>{text(unreadPartDescriptions[part])}</li>
          ))}
          {unreadContents.map((each) => (
            <li key={each.part}>{describeUnreadContents(each)}</li>
          ))}
        </ul>
        <p className="mt-2 wrap-anywhere">{describeRemovedApis(removals, minor, readiness)}</p>
      </WhyDetails>
    </Card>
  );
}

interface FindingProps {
  readonly cluster: ClusterRef;
  readonly finding: ReadinessFinding;
  readonly shoot: Shoot;
  readonly step: MinorStep;
}

function Finding({ cluster, finding, shoot, step }: FindingProps) {
  const { sentence, unless, how } = describeReadinessFinding(finding, step.way);
  const { label, hue } = readinessSeverityLabels[finding.severity];
  const command = commandOfReadinessFinding(finding, shoot);
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <div>
        <Tag hue={hue}>{text(label)}</Tag>
      </div>
      <div className="flex min-w-0 flex-col gap-1 text-pretty text-secondary">
        <p className="font-medium wrap-anywhere text-ink">{sentence}</p>
        <WhyDetails label={text("What to do")} about={text("about it")}>
          <p>{unless}</p>
          <p className="mt-1">
            {text("{who}: {how}", { who: text(remedyRoleLabels[finding.fixer]), how })}{" "}
            <span className="text-tertiary">{describeReadinessCertainty(finding)}</span>
          </p>
          {finding.id === "constraint" && webhookConsequences.has(finding.consequence) && (
            <WebhookGuideLink cluster={cluster} />
          )}
          {command !== undefined && (
            <div className="mt-1 flex flex-wrap items-start gap-2">
              <code className="min-w-0 flex-1 text-xs break-all whitespace-pre-wrap" translate="no">
                {command}
              </code>
              <CopyButton size="xs" text={command} label={text("Copy the command")} />
            </div>
          )}
        </WhyDetails>
      </div>
    </li>
  );
}
