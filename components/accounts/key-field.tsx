import { type ChangeEvent, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field, nativeSelectClass, verbatimInputProps } from "#components/ui/form/field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { text } from "#lib/language/text.ts";
import type { AccountKey } from "#lib/policy/accounts/account-key.ts";
import { describeAccountKey } from "#lib/words/project/account-descriptions.ts";

interface KeyFieldProps {
  readonly accountKey: AccountKey;
  readonly error: string | undefined;
}

const lineClass = `${inputClass} h-8 text-base`;

/**
 * Field for the value of a key. It is not controlled by React: the value stays in the control alone, and gets neither
 * into the document nor into a state.
 */
export function KeyField({ accountKey, error }: KeyFieldProps) {
  const { name, input, isOptional, choices = [] } = accountKey;
  const area = useRef<HTMLTextAreaElement>(null);
  const label = isOptional ? text("{label} (optional)", { label: name }) : name;
  return (
    <Field label={label} hint={describeAccountKey(accountKey)} error={error} hintStays>
      {(control) => {
        if (input === "choice") {
          return (
            <select {...control} name={name} defaultValue="" className={`${lineClass} ${nativeSelectClass}`}>
              <option value="">{text("(not set)")}</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
          );
        }
        if (input === "file") {
          return (
            <>
              <textarea
                {...control}
                ref={area}
                name={name}
                rows={4}
                autoComplete="off"
                spellCheck={false}
                className={`${inputClass} scrollbar-thin resize-none py-2 font-mono text-xs`}
              />
              <FileButton name={name} area={area} />
            </>
          );
        }
        return (
          <input
            {...verbatimInputProps}
            {...control}
            name={name}
            type={input === "secret" ? "password" : "text"}
            autoComplete={input === "secret" ? "new-password" : "off"}
            className={lineClass}
          />
        );
      }}
    </Field>
  );
}

interface FileButtonProps {
  readonly name: string;
  readonly area: { readonly current: HTMLTextAreaElement | null };
}

/** Button that fills a field of several lines from a file, which is read in the browser. */
function FileButton({ name, area }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const fill = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file === undefined || area.current === null) return;
    area.current.value = await file.text();
    area.current.dispatchEvent(new Event("input", { bubbles: true }));
    target.value = "";
  };
  return (
    <div>
      <input ref={chooser} type="file" hidden tabIndex={-1} onChange={(event) => void fill(event)} />
      <Button size="xs" onClick={() => chooser.current?.click()}>
        {text("Choose file…")}
        <span className="sr-only"> {name}</span>
      </Button>
    </div>
  );
}
