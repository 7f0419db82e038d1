"use client";

import { useEffect, useRef } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { Card } from "#components/ui/card.tsx";
import { SelectField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Table } from "#components/ui/table.tsx";
import { type Message, text } from "#lib/language/text.ts";
import { hasStaticKubeconfig } from "#lib/policy/operations/kubeconfig.ts";
import { affectedBy } from "#lib/view/rotations/affected.ts";
import { rotationNotices } from "#lib/view/rotations/rotation-notices.ts";
import { type RotationScope, rotationScopes, scopeNames, scopeUnderWay } from "#lib/view/rotations/rotation-scope.ts";
import { rotationTrack } from "#lib/view/rotations/rotation-track.ts";
import type { RotationTrack, StepId } from "#lib/view/rotations/track-step.ts";
import { rotationHash } from "../cluster-path.ts";
import type { RotationContext } from "./rotation-context.ts";
import { RotationSteps } from "./rotation-steps.tsx";
import { StepPanel } from "./step-panel.tsx";
import { goTo, useCredentialsAddress } from "./use-credentials-address.ts";

/** One rotation, followed from its plan to its end. What is under way is shown unless the address says otherwise. */
export function RotationCard({ context }: { readonly context: RotationContext }) {
  const { shoot, gone, detail } = context.cluster;
  const address = useCredentialsAddress();
  const scope = address.scope ?? scopeUnderWay(shoot) ?? "all";
  const track = rotationTrack(shoot, scope, { ...context, gone });
  const shown = track.steps.some(({ id }) => id === address.step) && address.step ? address.step : track.current;
  const input = { view: detail.view, nowMs: context.nowMs, gone };
  useShortcut("s", () => goTo(scope, stepAfter(track, shown)));
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Whoever came to rotate stands before the step, not at the top of the page.
    if (window.location.hash === rotationHash) panel.current?.focus();
  }, []);
  return (
    <Card id="rotation" title={text("Rotation, step by step")} aside={<ScopeChoice scope={scope} context={context} />}>
      <div className="flex flex-col gap-4">
        {rotationNotices(shoot, track, input).map(({ id, hue, title, text: words }) => (
          <Notice key={id} hue={hue} title={title}>
            {words}
          </Notice>
        ))}
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-[13rem_minmax(0,1fr)]">
          <RotationSteps track={track} shown={shown} cluster={context.cluster} />
          <div ref={panel} tabIndex={-1} className="min-w-0 rounded-control">
            <StepPanel track={track} shown={shown} context={context} />
          </div>
        </div>
        <AffectedTable scope={scope} manner={track.manner} />
      </div>
    </Card>
  );
}

function stepAfter({ steps }: RotationTrack, shown: StepId): StepId | undefined {
  const index = steps.findIndex(({ id }) => id === shown);
  return steps[(index + 1) % steps.length]?.id;
}

function ScopeChoice({ scope, context }: { readonly scope: RotationScope; readonly context: RotationContext }) {
  const hasKubeconfig = hasStaticKubeconfig(context.cluster.shoot, context.rules);
  const offered = rotationScopes.filter((each) => each !== "kubeconfig" || hasKubeconfig);
  const choose = (value: string) => {
    const chosen = offered.find((each) => each === value);
    if (chosen) goTo(chosen);
  };
  return (
    <div className="[&>div]:flex-row [&>div]:items-center [&>div]:gap-2">
      <SelectField
        label={text("Rotate")}
        value={scope}
        options={offered.map((each) => [each, text(scopeNames[each])])}
        onText={choose}
      />
    </div>
  );
}

interface AffectedTableProps {
  readonly scope: RotationScope;
  readonly manner: "two-step" | "one-step";
}

/** What is affected by each phase: the question that people ask first. */
function AffectedTable({ scope, manner }: AffectedTableProps) {
  const twoSteps = manner === "two-step";
  const cell = (words: Message, stops: boolean) => (
    <td className="px-2 py-1.5 align-top">
      {stops ? <strong className="font-medium text-negative-text">{text(words)}</strong> : text(words)}
    </td>
  );
  return (
    <Table
      caption={text("What is affected")}
      captionClass="pt-3 pb-1 text-left text-base font-semibold text-ink"
      columns={
        twoSteps
          ? [{ title: text("Part") }, { title: text("Prepare") }, { title: text("Complete") }]
          : [{ title: text("Part") }, { title: text("Rotate") }]
      }
      className="w-full border-t border-hairline text-left text-sm text-secondary"
      cellClass="px-2 py-1.5 first:pl-0"
    >
      {affectedBy[scope].map(({ what, prepare, complete, stops }) => (
        <tr key={`${what}`}>
          <th scope="row" className="py-1.5 pr-2 align-top font-medium text-ink">
            {text(what)}
          </th>
          {cell(prepare, stops === "prepare")}
          {twoSteps && cell(complete, stops === "complete")}
        </tr>
      ))}
    </Table>
  );
}
