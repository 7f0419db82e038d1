import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { inputClass } from "./input-class.ts";

/** Makes native selects among text fields look like the other lists in every browser. */
export const listClass = "choice-arrow appearance-none pr-8";

/** Input props for machine-readable names and values: no completion, capitalisation or spell check. */
export const verbatimInputProps = {
  type: "text",
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

/** Class of a form field's label, for forms that are not dense. */
export const formLabelClass = "text-base font-medium";

interface FieldLabels {
  readonly label: ReactNode;
  /** Error message; shown until it is fixed. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

/** Attributes that connect a control with its label and the text beneath it. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps extends FieldLabels {
  readonly labelClass?: string;
  readonly hintClass?: string;
  readonly className?: string | undefined;
  /** The hint stays beneath the error; otherwise the error replaces it. */
  readonly hintStays?: boolean;
  /** Announces the error when it appears: for submitted forms, not for input being typed. */
  readonly alerts?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Form control with its label above, and a hint or error beneath. */
export function Field({
  label,
  error,
  hint,
  labelClass = "text-sm font-medium",
  hintClass = "text-tertiary",
  className = "flex min-w-0 flex-col gap-1",
  hintStays = false,
  alerts = false,
  children,
}: FieldProps) {
  const id = useId();
  const shown = { error: error !== undefined, hint: hint !== undefined && (error === undefined || hintStays) };
  const described = [shown.error && `${id}-error`, shown.hint && `${id}-hint`].filter((each) => each !== false);
  return (
    <div className={className}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": shown.error || undefined,
      })}
      {shown.error && (
        <p id={`${id}-error`} role={alerts ? "alert" : undefined} className="text-sm text-pretty text-negative-text">
          {error}
        </p>
      )}
      {shown.hint && (
        <p id={`${id}-hint`} className={clsx("text-sm text-pretty", hintClass)}>
          {hint}
        </p>
      )}
    </div>
  );
}

const lineClass = clsx(inputClass, "h-8 text-base");

type TextFieldProps = FieldLabels &
  Omit<ComponentProps<"input">, "onChange"> & { readonly onText: (text: string) => void };

/** Labelled single-line text input. */
export function TextField({ label, error, hint, onText, className, ...props }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <input
          {...props}
          {...control}
          onChange={({ target }) => onText(target.value)}
          className={clsx(lineClass, className)}
        />
      )}
    </Field>
  );
}

/** Labelled multi-line text input. */
export function TextAreaField({
  label,
  error,
  hint,
  className,
  ...props
}: FieldLabels & Omit<ComponentProps<"textarea">, "id">) {
  return (
    <Field label={label} error={error} hint={hint} alerts labelClass={formLabelClass} className="flex flex-col gap-1.5">
      {(control) => (
        <textarea
          {...props}
          {...control}
          className={clsx(inputClass, "scrollbar-thin resize-none py-2 text-base", className)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldLabels {
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onText: (value: string) => void;
}

/** Labelled select, as wide as the text inputs beside it. */
export function SelectField({ label, error, hint, value, options, onText }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onText(target.value)}
          className={clsx(lineClass, listClass)}
        >
          {options.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
