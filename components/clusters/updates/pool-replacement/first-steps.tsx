"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import { actOfUpdateDraft } from "#lib/act/updates/act-of-update-draft.ts";
import { titleOfUpdateDraft } from "#lib/act/updates/title-of-update-draft.ts";
import { kubernetesUpdateLabel, kubernetesVersionLabel } from "#lib/fleet/fields/version-update.ts";
import { text } from "#lib/language/text.ts";
import { planControlPlaneUpdate } from "#lib/view/pool-replacement/plan-control-plane-update.ts";
import {
  forecastWithPins,
  highestControlPlaneMinor,
  poolDeadlineOf,
} from "#lib/view/pool-replacement/pool-deadline.ts";
import { describePoolDeadline } from "#lib/view/pool-replacement/replacement-descriptions.ts";
import { findSpecChangeBlocker } from "../../cluster-blockers.ts";
import { ReplacementStep } from "./replacement-step.tsx";
import type { ReplacementStepsProps } from "./replacement-steps-props.ts";

/** The first two steps, which are one change: pins for the pools, and the update of the control plane. */
export function FirstSteps(props: ReplacementStepsProps) {
  return props.replacement.replaced.length === 0 ? <StepsBeforeUpdate {...props} /> : <StepsAfterUpdate {...props} />;
}

function StepsBeforeUpdate({ cluster, context, forecast, clock, replacement }: ReplacementStepsProps) {
  const { replaceable, controlPlane, pin } = replacement;
  const [unchosen, setUnchosen] = useState<readonly string[]>([]);
  const followers = replaceable.filter(({ kubernetes }) => !kubernetes?.version);
  const pinned = replaceable.filter(({ kubernetes }) => kubernetes?.version);
  const chosen = followers.map(({ name }) => name).filter((name) => !unchosen.includes(name));
  const { spec } = context.shoot;
  // As text, so that an equal choice is not planned again; deferred, because planning checks every version.
  const choice = useDeferredValue(chosen.join(","));
  const plan = useMemo(
    () => planControlPlaneUpdate(context, choice === "" ? [] : choice.split(",")),
    [context, choice],
  );
  const { target, draft, refusals } = plan;
  const act = useMemo(() => actOfUpdateDraft(spec, draft, context.rules), [spec, draft, context.rules]);
  const version = target?.version;
  const components = useMemo(
    () =>
      version === undefined
        ? undefined
        : forecastWithPins(forecast, {
            ...{ version: controlPlane, controlPlane: version },
            pools: choice === "" ? [] : choice.split(","),
          }),
    [forecast, controlPlane, version, choice],
  );
  const staying = [...pinned.map(({ name }) => name), ...chosen];
  const nothing = staying.length === 0 ? text("Choose at least one pool that keeps its version.") : undefined;
  const toggle = (name: string, isOn: boolean) =>
    setUnchosen(isOn ? unchosen.filter((each) => each !== name) : [...unchosen, name]);
  return (
    <>
      <ReplacementStep number={1} title={text("Pin the pools at their present version")} state={pin}>
        <ul aria-label={text("Pools that keep their version")} className="flex flex-col gap-1.5">
          {followers.map(({ name }) => (
            <li key={name}>
              <CheckField
                label={text("{pool}: pin at {version}", { pool: name, version: controlPlane })}
                checked={!unchosen.includes(name)}
                onChange={(isOn) => toggle(name, isOn)}
              />
            </li>
          ))}
          {pinned.map(({ name, kubernetes }) => (
            <li key={name}>
              {text("{pool} is pinned at {version}.", { pool: name, version: kubernetes?.version ?? "" })}
            </li>
          ))}
        </ul>
        {target !== undefined && staying.length > 0 && (
          <TextList
            items={staying.map((pool) =>
              describePoolDeadline(pool, components && poolDeadlineOf(components, pool), {
                known: components !== undefined,
                clock,
              }),
            )}
            className="text-pretty"
          />
        )}
      </ReplacementStep>
      <ReplacementStep
        number={2}
        title={
          version === undefined
            ? text("Update the control plane")
            : text("Update the control plane to {version}", { version })
        }
        state={target === undefined ? "later" : "now"}
      >
        {target !== undefined && <p className="text-pretty">{target.effect}</p>}
        {target !== undefined && target.reasons.length > 0 && (
          <p className="text-pretty text-caution-text">{target.reasons.join(" ")}</p>
        )}
        {refusals.length > 0 && <TextList items={refusals} className="text-caution-text wrap-anywhere" />}
        {target !== undefined && act !== undefined && (
          <div>
            <ActButton
              cluster={cluster.row}
              act={act}
              remake={(latest) => actOfUpdateDraft(latest.spec, draft, context.rules)}
              label={
                chosen.length === 0
                  ? text("Update to {version}…", { version: target.version })
                  : text("Pin and update to {version}…", { version: target.version })
              }
              title={titleOfUpdateDraft(spec, draft, context.rules)}
              variant="primary"
              disabledReason={findSpecChangeBlocker(cluster) ?? nothing ?? refusals[0]}
            />
          </div>
        )}
      </ReplacementStep>
    </>
  );
}

function StepsAfterUpdate({ cluster, context, forecast, clock, replacement }: ReplacementStepsProps) {
  const { replaced, pin, raise } = replacement;
  const { row } = cluster;
  const update = kubernetesUpdateLabel(row);
  const components = forecast.forecast.outcome === "foreseen" ? forecast.forecast.lanes : undefined;
  return (
    <>
      <ReplacementStep number={1} title={text("Pin the pools at their present version")} state={pin}>
        <ul aria-label={text("Pools that keep their version")} className="flex flex-col gap-1.5 text-pretty">
          {replaced.map(({ pool: { name: pool }, version }) => (
            <li key={pool}>
              <span className="text-ink">{text("{pool} is pinned at {version}.", { pool, version })}</span>{" "}
              {describePoolDeadline(pool, components && poolDeadlineOf(components, pool), {
                known: components !== undefined,
                clock,
              })}{" "}
              {text("While it stays, the control plane can go up to {minor}.", {
                minor: highestControlPlaneMinor(version, context.rules) ?? "",
              })}
            </li>
          ))}
        </ul>
      </ReplacementStep>
      <ReplacementStep number={2} title={text("Update the control plane")} state={raise}>
        <p>
          {text("The control plane runs {version}.", { version: kubernetesVersionLabel(row) })}
          {update !== undefined && ` ${update}`}
        </p>
      </ReplacementStep>
    </>
  );
}
