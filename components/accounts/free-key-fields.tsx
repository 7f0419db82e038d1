import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { text } from "#lib/language/text.ts";

/** Names of the controls for keys of a provider that is not known: `free-key-0`, `free-value-0`. */
const controlNames = { key: "free-key-", value: "free-value-" } as const;

/** Rows of keys and values, for providers of which nothing is known. The values stay in their controls. */
export function FreeKeyFields() {
  const [rows, setRows] = useState([0]);
  const [names, setNames] = useState<readonly string[]>([]);
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row) => (
        <div key={row} className="grid gap-3 sm:grid-cols-2">
          <TextField
            {...verbatimInputProps}
            label={text("Key {number}", { number: row + 1 })}
            name={`${controlNames.key}${row}`}
            value={names[row] ?? ""}
            maxLength={253}
            onText={(name) => setNames(Object.assign([...names], { [row]: name }))}
          />
          <TextField
            {...verbatimInputProps}
            type="password"
            autoComplete="new-password"
            label={text("Value {number}", { number: row + 1 })}
            name={`${controlNames.value}${row}`}
            onText={() => undefined}
          />
        </div>
      ))}
      <div>
        <Button size="sm" onClick={() => setRows([...rows, rows.length])}>
          {text("Add key")}
        </Button>
      </div>
    </div>
  );
}

/** The keys and values of a form: each control is named for its key, or belongs to a row of `FreeKeyFields`. */
export function dataOfForm(form: HTMLFormElement | null): Record<string, string> {
  if (form === null) return {};
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  const values = new Map(entries);
  const data: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (name.startsWith(controlNames.value)) continue;
    if (!name.startsWith(controlNames.key)) data[name] = value;
    else if (value !== "") data[value] = values.get(name.replace(controlNames.key, controlNames.value)) ?? "";
  }
  return data;
}
