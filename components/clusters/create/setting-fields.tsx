import { useId, useState } from "react";
import { SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import type { DraftPath } from "#lib/create/draft-document.ts";
import { namesInText } from "#lib/create/setting-edits.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { optionsWith } from "./options-with.ts";

interface SettingProps {
  readonly fields: DraftFields;
  readonly label: string;
  readonly path: DraftPath;
  readonly hint?: string | undefined;
  /** Path at which Gardener names errors of the field, where it is not the field's own. */
  readonly errorPath?: DraftPath;
  /** Whether the label stands above the row before. */
  readonly quiet?: boolean;
}

function labelsOf({ fields, label, path, hint, errorPath, quiet = false }: SettingProps) {
  const { errorAt } = fields;
  const error = errorAt(...path) ?? (errorPath && errorAt(...errorPath));
  return { label, error, hint, quiet };
}

interface TextSettingProps extends SettingProps {
  /** Values to suggest while typing; others can be typed, too. */
  readonly suggestions?: readonly string[] | undefined;
  readonly placeholder?: string;
  /** Value for what is typed; the text itself by default. */
  readonly parse?: (typed: string) => string | number | undefined;
}

/** Text of the draft, or what is made of a text. An empty field removes the setting. */
export function TextSetting({ suggestions, placeholder, parse, ...setting }: TextSettingProps) {
  const { fields, path } = setting;
  const value = fieldAt(fields.shoot, ...path);
  const id = useId();
  return (
    <div className="min-w-0">
      <TextField
        {...verbatimInputProps}
        {...labelsOf(setting)}
        {...(suggestions !== undefined && { list: id })}
        {...(placeholder !== undefined && { placeholder })}
        value={typeof value === "string" || typeof value === "number" ? value : ""}
        onText={(typed) => fields.set(path, typed === "" ? undefined : (parse?.(typed) ?? typed))}
      />
      {suggestions !== undefined && (
        <datalist id={id}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}

interface NumberSettingProps extends SettingProps {
  readonly min?: number;
  readonly max?: number;
  /** Whether fractions are possible. */
  readonly isFraction?: boolean;
}

/** Number of the draft. An empty field removes the setting. */
export function NumberSetting({ min = 0, max, isFraction = false, ...setting }: NumberSettingProps) {
  const { fields, path } = setting;
  const value = fieldAt(fields.shoot, ...path);
  return (
    <TextField
      {...labelsOf(setting)}
      type="number"
      min={min}
      max={max}
      step={isFraction ? "any" : 1}
      value={typeof value === "number" || typeof value === "string" ? value : ""}
      onText={(typed) => fields.set(path, typed === "" ? undefined : Number(typed))}
    />
  );
}

interface ChoiceSettingProps extends SettingProps {
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** Choice of a text of the draft. The empty option removes the setting. */
export function ChoiceSetting({ options, ...setting }: ChoiceSettingProps) {
  const { fields, path } = setting;
  const value = stringAt(fields.shoot, ...path) ?? "";
  return (
    <SelectField
      {...labelsOf(setting)}
      value={value}
      options={optionsWith(value, options)}
      onText={(chosen) => fields.set(path, chosen === "" ? undefined : chosen)}
    />
  );
}

/** Choice between yes, no and the default. */
export function FlagSetting(setting: SettingProps) {
  const { fields, path } = setting;
  const value = fieldAt(fields.shoot, ...path);
  const options = [
    ["", text("Default")],
    ["true", text("Yes")],
    ["false", text("No")],
  ] as const;
  return (
    <SelectField
      {...labelsOf(setting)}
      value={typeof value === "boolean" ? String(value) : ""}
      options={options}
      onText={(chosen) => fields.set(path, chosen === "" ? undefined : chosen === "true")}
    />
  );
}

/** List of names of the draft, separated by spaces. An empty field removes the setting. */
export function NamesSetting(setting: SettingProps) {
  const { fields, path } = setting;
  const names = listAt(fields.shoot, ...path).filter((each) => typeof each === "string");
  // Spaces between and after names are part of what is typed, not of the draft.
  const [typed, setTyped] = useState("");
  const isSame = (namesInText(typed) ?? []).join(" ") === names.join(" ");
  return (
    <TextField
      {...verbatimInputProps}
      {...labelsOf(setting)}
      value={isSame ? typed : names.join(" ")}
      onText={(next) => {
        setTyped(next);
        fields.set(path, namesInText(next));
      }}
    />
  );
}
