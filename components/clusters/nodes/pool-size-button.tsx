"use client";

import { Minus, Plus } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { useActBlocker } from "#components/act/use-act-blocker.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { TextList } from "#components/ui/text-list.tsx";
import { actOfUpdateDraft } from "#lib/act/updates/act-of-update-draft.ts";
import { type PoolSize, poolSizeDraft, withMaximum, withMinimum } from "#lib/act/updates/pool-size.ts";
import { createUpdateContext } from "#lib/act/updates/spec-validator.ts";
import { validateUpdateDraft } from "#lib/act/updates/validate-update-draft.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { poolActLabel } from "#lib/view/nodes/pool-acts.ts";
import { poolSizeDescription } from "#lib/words/impact-descriptions.ts";
import { findSpecChangeBlocker } from "../cluster-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

interface PoolSizeProps {
  readonly cluster: Cluster;
  readonly worker: Worker;
}

/** Button that opens a form for the least and the largest number of nodes of a worker pool. */
export function PoolSizeButton({ cluster, worker, tabIndex }: PoolSizeProps & { readonly tabIndex: number }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const label = poolActLabel("change-size");
  return (
    <>
      <Button
        ref={button}
        size="sm"
        tabIndex={tabIndex}
        aria-label={`${label}: ${worker.name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabledReason={useActBlocker(cluster.row) ?? findSpecChangeBlocker(cluster)}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <Popover
          anchor={button}
          onClose={() => setIsOpen(false)}
          label={text("Size of pool {pool}", { pool: worker.name })}
          className="w-80"
        >
          <PoolSizeForm cluster={cluster} worker={worker} opener={button} onPreview={() => setIsOpen(false)} />
        </Popover>
      )}
    </>
  );
}

interface PoolSizeFormProps extends PoolSizeProps {
  /** Element that gets the focus back after the preview. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly onPreview: () => void;
}

function PoolSizeForm({ cluster, worker, opener, onPreview }: PoolSizeFormProps) {
  const { row, shoot, detail } = cluster;
  const { open } = useActDialog();
  const before: PoolSize = { minimum: worker.minimum ?? 0, maximum: worker.maximum ?? 0 };
  const [size, setSize] = useState(before);
  // The size does not depend on the CloudProfile, so only the cluster's own rules are checked here; the preview asks
  // the API server.
  const [context] = useState(() => createUpdateContext(shoot, undefined, { garden: detail.view, now: Date.now() }));
  const draft = poolSizeDraft(worker.name, before, size);
  const isNumeric = draft !== undefined;
  const faults = isNumeric ? validateUpdateDraft(context, draft).faults.filter(({ pool }) => pool === worker.name) : [];
  const errorOf = (field: keyof PoolSize) =>
    Number.isInteger(size[field])
      ? faults.find((fault) => fault.field === field)?.sentence
      : text("A whole number is needed.");
  const others = faults.filter(({ field }) => field !== "minimum" && field !== "maximum");
  const isSame = size.minimum === before.minimum && size.maximum === before.maximum;
  const preview = () => {
    const act = draft && actOfUpdateDraft(shoot.spec, draft, context.rules);
    if (draft === undefined || act === undefined) return;
    onPreview();
    open({
      cluster: row,
      act,
      // The spec has all pools in one list, so the change is made again from the latest Shoot.
      remake: (latest) => actOfUpdateDraft(latest.spec, draft, context.rules),
      title: text("Change the size of pool {pool}", { pool: worker.name }),
      opener,
    });
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        preview();
      }}
    >
      <p className="text-base font-medium">{text("Size of pool {pool}", { pool: worker.name })}</p>
      <NodeCount
        label={text("Minimum")}
        value={size.minimum}
        error={errorOf("minimum")}
        onChange={(next) => setSize(withMinimum(size, next))}
      />
      <NodeCount
        label={text("Maximum")}
        value={size.maximum}
        error={errorOf("maximum")}
        onChange={(next) => setSize(withMaximum(size, next))}
      />
      {isNumeric && faults.length === 0 && (
        <p className="text-sm text-pretty text-secondary">{poolSizeDescription(size, shoot.spec)}</p>
      )}
      {others.length > 0 && (
        <TextList items={others.map(({ words }) => words)} className="text-sm text-negative-text wrap-anywhere" />
      )}
      <Button
        type="submit"
        variant="primary"
        aria-haspopup="dialog"
        disabledReason={
          isSame
            ? text("Nothing would change.")
            : isNumeric && faults.length === 0
              ? undefined
              : text("The API server would refuse the change: see above.")
        }
      >
        {text("Preview the change…")}
      </Button>
    </form>
  );
}

interface NodeCountProps {
  readonly label: string;
  /** Number of nodes; NaN while the field has no number. */
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
}

/** Field for a number of nodes, with buttons for one less and one more. */
function NodeCount({ label, value, error, onChange }: NodeCountProps) {
  const step = (by: number) => onChange(Math.max(0, (Number.isNaN(value) ? 0 : value) + by));
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="flex items-center gap-1.5">
          <Button size="icon" aria-label={text("{label}: one less", { label })} onClick={() => step(-1)}>
            <Minus aria-hidden />
          </Button>
          <input
            {...control}
            type="number"
            min={0}
            step={1}
            value={Number.isNaN(value) ? "" : value}
            onChange={({ target }) => onChange(target.valueAsNumber)}
            className={`${inputClass} h-8 w-24 text-base tabular-nums`}
          />
          <Button size="icon" aria-label={text("{label}: one more", { label })} onClick={() => step(1)}>
            <Plus aria-hidden />
          </Button>
        </span>
      )}
    </Field>
  );
}
