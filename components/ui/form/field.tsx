import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { inputClass } from "./input-class.ts";

/** A list of choices among fields of text looks like the other lists, whatever the browser draws. */
export const listClass = "choice-arrow appearance-none pr-8";

/** A line for names and values of machines: nothing in it is completed, capitalised or corrected. */
export const verbatimLine = { type: "text", autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** The label of a form's field, where it is not one of many on a dense page. */
export const formLabelClass = "text-base font-medium";

interface FieldWords {
  readonly label: ReactNode;
  /** Says what is wrong, and stays until it is mended. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

/** What ties a control to its label and to the words beneath it. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps extends FieldWords {
  readonly labelClass?: string;
  readonly hintClass?: string;
  readonly className?: string | undefined;
  /** The hint stays beneath the error. Else the error takes its place. */
  readonly hintStays?: boolean;
  /** The error is read out when it comes: for a form that was sent, not for what is being typed. */
  readonly alerts?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A control with its label above it, and beneath it what it means or what is wrong with it. */
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

type TextFieldProps = FieldWords &
  Omit<ComponentProps<"input">, "onChange"> & { readonly onText: (text: string) => void };

/** A labelled line of text. */
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

/** Several labelled lines of text. */
export function TextAreaField({
  label,
  error,
  hint,
  className,
  ...props
}: FieldWords & Omit<ComponentProps<"textarea">, "id">) {
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

interface SelectFieldProps extends FieldWords {
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onText: (value: string) => void;
}

/** One of a few, as wide as the fields of text beside it. */
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
