import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { inputClass } from "./input-class.ts";

/** CSS classes that make a native select look the same in all browsers. */
export const nativeSelectClass = "choice-arrow appearance-none pr-8";

/** Input props that switch off completion, capitalisation and spell check, for machine-readable names and values. */
export const verbatimInputProps = {
  type: "text",
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

/** CSS classes of a form field's label, for forms with enough space. */
export const formLabelClass = "text-base font-medium";

interface FieldLabels {
  readonly label: ReactNode;
  /** Error message to show at the field; undefined if the value is valid. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

interface RowLabels extends FieldLabels {
  /** Whether wide screens show the label to screen readers only, because it stands above the row before. */
  readonly quiet?: boolean;
}

/** Label of a field in a row of a list. On narrow screens, where rows break, every label is visible. */
function labelOf({ quiet }: { readonly quiet: boolean | undefined }) {
  return quiet ? { labelClass: "text-sm font-medium sm:sr-only" } : {};
}

/** Attributes that connect a form control with its label and with the text below it. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps extends FieldLabels {
  readonly labelClass?: string;
  readonly hintClass?: string;
  readonly className?: string | undefined;
  /** Whether the hint stays visible below an error; by default an error replaces it. */
  readonly hintStays?: boolean;
  /** Whether screen readers announce a new error at once: for submitted forms, not while the user is typing. */
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

type TextFieldProps = RowLabels &
  Omit<ComponentProps<"input">, "onChange"> & { readonly onText: (text: string) => void };

/** Labelled single-line text input. */
export function TextField({ label, error, hint, quiet, onText, className, ...props }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} {...labelOf({ quiet })}>
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

interface SelectFieldProps extends RowLabels {
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onText: (value: string) => void;
}

/** Select with a label, as wide as the text inputs of the form. */
export function SelectField({ label, error, hint, quiet, value, options, onText }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} {...labelOf({ quiet })}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onText(target.value)}
          className={clsx(lineClass, nativeSelectClass)}
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
