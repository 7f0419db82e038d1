"use client";

import { useId, useState } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import { type Message, message, text } from "#lib/language/text.ts";
import { credentialRows } from "#lib/view/rotations/credential-rows.ts";
import { describeRotationContents } from "#lib/view/rotations/included.ts";
import {
  etcdHasTwoSteps,
  type RotationScope,
  type RotationStartOptions,
  rotationRollsNodes,
  rotationStartAct,
} from "#lib/view/rotations/rotation-scope.ts";
import { LastRotatedCell } from "./credentials-table.tsx";
import { findRotationActBlocker, type StepPanelProps } from "./rotation-context.ts";

const startLabels: { readonly [Scope in RotationScope]: Message } = {
  all: message("Start rotation of all credentials"),
  certificateAuthorities: message("Start rotation of the certificate authorities"),
  serviceAccountKey: message("Start rotation of the ServiceAccount signing key"),
  etcdEncryptionKey: message("Rotate the etcd encryption key"),
  sshKeypair: message("Rotate the SSH key pair"),
  observability: message("Rotate the observability passwords"),
  kubeconfig: message("Rotate the static token kubeconfig"),
};

/** Panel in which a rotation is planned: its credentials, its effect on the nodes, and its time. */
export function RotationPlanPanel({ track: { scope }, context }: StepPanelProps) {
  const { shoot, row } = context.cluster;
  const [options, setOptions] = useState<RotationStartOptions>({ withoutRollout: false, when: "now" });
  const pools = shoot.spec.provider?.workers ?? [];
  const mayRollLater = rotationRollsNodes(scope) && pools.length > 0 && context.rules("op.withoutRollout") === "known";
  const act = rotationStartAct(scope, options, etcdHasTwoSteps(shoot, context.rules));
  const refusal = findRotationActBlocker(act, context);
  return (
    <>
      <TextList
        aria-label={text("What is rotated")}
        items={describeRotationContents(scope, shoot, context.rules)}
        className="list-disc space-y-1 pl-5 text-sm"
      />
      {scope === "all" && <LastRotated context={context} />}
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {mayRollLater && (
          <RadioGroup
            legend={text("Worker pools")}
            value={options.withoutRollout ? "later" : "now"}
            choices={[
              ["now", text("Roll pools now")],
              ["later", text("I roll them later, one by one")],
            ]}
            onChoose={(value) => setOptions({ ...options, withoutRollout: value === "later" })}
          />
        )}
        <RadioGroup
          legend={text("When")}
          value={options.when}
          choices={[
            ["now", text("Now")],
            ["in-window", text("In the next maintenance window")],
          ]}
          onChoose={(value) => setOptions({ ...options, when: value === "in-window" ? "in-window" : "now" })}
        />
      </div>
      {refusal !== undefined && (
        <p className="text-sm text-pretty">{text("Not possible now: {refusal}", { refusal })}</p>
      )}
      <div>
        <ActButton
          cluster={row}
          act={act}
          label={text(startLabels[scope])}
          variant="primary"
          disabledReason={refusal}
        />
      </div>
    </>
  );
}

/** Age of each credential of the rotation; some may have been rotated separately. */
function LastRotated({ context }: Pick<StepPanelProps, "context">) {
  const { shoot } = context.cluster;
  const rows = credentialRows(shoot, context).filter(({ manner, absent }) => manner !== "none" && absent === undefined);
  return (
    <div className="text-sm">
      <h4 className="mb-1 font-medium text-ink">{text("Last rotated")}</h4>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        {rows.map((row) => (
          <div key={row.id} className="contents">
            <dt className="text-secondary">{row.name}</dt>
            <dd>
              <LastRotatedCell row={row} context={context} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface RadioGroupProps {
  readonly legend: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
}

function RadioGroup({ legend, value, choices, onChoose }: RadioGroupProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1 text-sm">
      <legend className="mb-1 font-medium text-ink">{legend}</legend>
      {choices.map(([each, label]) => (
        <label key={each} className="flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChoose(each)}
            className="size-4"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
