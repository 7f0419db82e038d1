"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { type Message, message, text } from "#lib/language/text.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import {
  type ConflictChoices,
  formatMergePath,
  type MergeConflict,
  type MergeSide,
} from "#lib/manifest/merge-manifests.ts";

interface ConflictCardProps {
  readonly conflicts: readonly MergeConflict[];
  readonly onChoose: (choices: ConflictChoices) => void;
}

const sides: readonly { readonly side: MergeSide; readonly label: Message }[] = [
  { side: "mine", label: message("Take mine") },
  { side: "theirs", label: message("Take theirs") },
];

/** Card of the fields that both the user and somebody else have changed. The user has to choose a value for each. */
export function ConflictCard({ conflicts, onChoose }: ConflictCardProps) {
  const [choices, setChoices] = useState<ConflictChoices>(new Map());
  const paths = conflicts.map(({ path }) => formatMergePath(path));
  const open = paths.filter((path) => !choices.has(path)).length;
  const all = (side: MergeSide) => setChoices(new Map(paths.map((path) => [path, side])));
  return (
    <Card id="conflicts" title={text("Conflicting changes")}>
      <p role="status" className="text-base text-pretty text-secondary">
        {text(
          "Since you began, {count, plural, one {one field was} other {{count} fields were}} changed by others differently. Choose a value for each. Everything else is merged automatically, and you can continue editing.",
          { count: paths.length },
        )}
      </p>
      <ul className="mt-3 flex flex-col gap-4">
        {conflicts.map((conflict, index) => (
          <li key={paths[index]}>
            <ConflictChoice
              conflict={conflict}
              path={paths[index] ?? ""}
              chosen={choices.get(paths[index] ?? "")}
              onChoose={(side) => setChoices(new Map([...choices, [paths[index] ?? "", side]]))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabledReason={
            open > 0
              ? text("{count, plural, one {One field is} other {{count} fields are}} not decided yet.", { count: open })
              : undefined
          }
          onClick={() => onChoose(choices)}
        >
          {text("Merge")}
        </Button>
        {paths.length > 1 && (
          <>
            <Button onClick={() => all("mine")}>{text("Take all of mine")}</Button>
            <Button onClick={() => all("theirs")}>{text("Take all of theirs")}</Button>
          </>
        )}
      </div>
    </Card>
  );
}

interface ConflictChoiceProps {
  readonly conflict: MergeConflict;
  readonly path: string;
  readonly chosen: MergeSide | undefined;
  readonly onChoose: (side: MergeSide) => void;
}

function ConflictChoice({ conflict: { base, mine, theirs }, path, chosen, onChoose }: ConflictChoiceProps) {
  const values = { mine, theirs };
  return (
    <fieldset className="rounded-control border border-hairline p-3">
      <legend className="px-1 font-mono text-sm font-medium break-all" translate="no">
        {path}
      </legend>
      <p className="text-sm text-secondary">
        {text("It was:")} <Value value={base} />
      </p>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {sides.map(({ side, label }) => (
          <label
            key={side}
            className="flex items-start gap-2 rounded-control border border-control/55 p-2.5 hover:bg-hover has-checked:border-primary has-checked:bg-info-tint"
          >
            <input
              type="radio"
              name={`conflict ${path}`}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="mt-0.5 size-4 shrink-0"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{text(label)}</span>
              <Value value={values[side]} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (value === undefined) return <em className="text-sm text-secondary">{text("not set")}</em>;
  return (
    <code translate="no" className="block max-h-48 overflow-auto text-sm break-words whitespace-pre-wrap">
      {formatYaml(value).trimEnd()}
    </code>
  );
}
