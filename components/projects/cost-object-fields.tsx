import { OperatorText } from "#components/data/landscape/operator-text.tsx";
import { SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import type { CostObjectKind } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { text } from "#lib/language/text.ts";
import { costObjectKindOf } from "./cost-object-error.ts";

interface CostObjectFieldsProps {
  /** Kinds of cost objects that the operator has; at least one. */
  readonly kinds: readonly CostObjectKind[];
  readonly type: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (type: string, value: string) => void;
}

/** Fields for the cost object of a project, in the operator's words. */
export function CostObjectFields({ kinds, type, value, error, onChange }: CostObjectFieldsProps) {
  const kind = costObjectKindOf(kinds, type);
  const typed = kinds.filter((each) => (each.type ?? "") !== "");
  const options = typed.map((each) => [each.type ?? "", each.title ?? each.type ?? ""] as const);
  const isListed = options.some(([each]) => each === type);
  return (
    <>
      {typed.length > 0 && (
        <SelectField
          label={text("Type of the cost object")}
          value={type}
          options={[
            ["", text("None")] as const,
            ...(isListed || type === "" ? [] : [[type, type] as const]),
            ...options,
          ]}
          // A cost object of one kind is none of another.
          onText={(chosen) => onChange(chosen, chosen === type ? value : "")}
        />
      )}
      {(typed.length === 0 || type !== "") && (
        <TextField
          {...verbatimInputProps}
          label={kind?.title ?? text("Cost object")}
          value={value}
          maxLength={1_000}
          error={error}
          hint={kind?.description === undefined ? undefined : <OperatorText text={kind.description} />}
          onText={(next) => onChange(type, next)}
        />
      )}
    </>
  );
}
