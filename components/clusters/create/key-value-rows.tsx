import { useState } from "react";
import { TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import type { DraftPath } from "#lib/create/draft-document.ts";
import { keyValuesAt } from "#lib/create/setting-edits.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { summarizeItems } from "./folded-setting.tsx";
import { SettingRows } from "./setting-rows.tsx";

interface KeyValueRowsProps {
  readonly fields: DraftFields;
  readonly legend: string;
  /** Path of a map from names to texts. */
  readonly path: DraftPath;
  readonly addLabel: string;
  /** Entries that are not shown, and stay as they are. */
  readonly isHidden?: (key: string) => boolean;
}

/** Rows for the entries of a map from names to texts, such as labels and annotations. */
export function KeyValueRows({ fields, legend, path, addLabel, isHidden = () => false }: KeyValueRowsProps) {
  const { shoot, set, edit, errorAt } = fields;
  // Value of a row that has no key yet, and so is not in the draft; undefined for no such row.
  const [added, setAdded] = useState<string>();
  const entries = keyValuesAt(shoot, path);
  const rows = entries.filter(({ key }) => !isHidden(key));
  const keys = new Set(entries.map(({ key }) => key));
  const shown = added === undefined ? rows : [...rows, { key: "", value: added }];
  return (
    <SettingRows
      legend={legend}
      columns="grid-cols-2"
      addLabel={addLabel}
      onAdd={() => setAdded(added ?? "")}
      removeLabel={(index) => text("Remove {name}", { name: rows[index]?.key ?? text("the new row") })}
      onRemove={(index) => {
        const row = rows[index];
        if (row === undefined) setAdded(undefined);
        else set([...path, row.key], undefined);
      }}
      rows={shown.map(({ key, value }, index) => {
        const isNew = index === rows.length;
        return (
          <KeyValueFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the key of a row changes while it is typed.
            key={index}
            entry={{ key, value }}
            isFirst={index === 0}
            isNew={isNew}
            error={isNew ? undefined : errorAt(...path, key)}
            refuse={(typed) => {
              if (isHidden(typed)) return text("Keys of Gardener and Kubernetes stand in the YAML.");
              return keys.has(typed) && typed !== key ? text("{key} is here already.", { key: typed }) : undefined;
            }}
            onKey={(name) => {
              if (!isNew) return edit({ path: [...path, key], name });
              setAdded(undefined);
              set([...path, name], value);
            }}
            onValue={(next) => (isNew ? setAdded(next) : set([...path, key], next))}
          />
        );
      })}
    />
  );
}

interface KeyValueFieldsProps {
  readonly entry: { readonly key: string; readonly value: string };
  readonly isFirst: boolean;
  readonly isNew: boolean;
  readonly error: string | undefined;
  /** Says why a text cannot be the key; undefined if it can. */
  readonly refuse: (key: string) => string | undefined;
  readonly onKey: (key: string) => void;
  readonly onValue: (value: string) => void;
}

function KeyValueFields({ entry, isFirst, isNew, error, refuse, onKey, onValue }: KeyValueFieldsProps) {
  // Text that cannot be a key; the draft keeps the key before.
  const [typed, setTyped] = useState<string>();
  return (
    <>
      <TextField
        {...verbatimInputProps}
        label={text("Key")}
        quiet={!isFirst}
        value={typed ?? entry.key}
        error={typed === undefined || typed === "" ? undefined : refuse(typed)}
        // The row was just added, to type its key.
        autoFocus={isNew}
        onText={(next) => {
          const isPossible = next !== "" && refuse(next) === undefined;
          setTyped(isPossible ? undefined : next);
          if (isPossible) onKey(next);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <TextField
        {...verbatimInputProps}
        label={text("Value")}
        quiet={!isFirst}
        value={entry.value}
        error={error}
        onText={onValue}
      />
    </>
  );
}

/** Entries of a map in one line. */
export function summarizeKeyValues(fields: DraftFields, path: DraftPath, isHidden = (_key: string) => false): string {
  const entries = keyValuesAt(fields.shoot, path).filter(({ key }) => !isHidden(key));
  return summarizeItems(entries.map(({ key, value }) => (value === "" ? key : `${key}=${value}`)));
}
