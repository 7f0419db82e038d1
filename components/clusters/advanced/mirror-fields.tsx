"use client";

import { Button } from "#components/ui/button.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { TextAreaField, TextField } from "#components/ui/form/field.tsx";
import { text } from "#lib/language/text.ts";
import { type MirrorForm, type MirrorVerdict, mirrorCapabilities } from "#lib/view/advanced/registry-hosts.ts";

interface MirrorFieldsProps {
  readonly number: number;
  readonly mirror: MirrorForm;
  readonly verdict: MirrorVerdict | undefined;
  readonly onEdit: (mirror: MirrorForm) => void;
  /** Absent where it is the only one. */
  readonly onRemove: (() => void) | undefined;
}

/** One mirror: where it is, what it may do, and how it proves who it is. */
export function MirrorFields({ number, mirror, verdict, onEdit, onRemove }: MirrorFieldsProps) {
  const toggle = (name: string, on: boolean) =>
    onEdit({
      ...mirror,
      capabilities: on ? [...mirror.capabilities, name] : mirror.capabilities.filter((each) => each !== name),
    });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-control border border-hairline px-3 pb-3">
      <legend className="px-1 text-sm font-medium">{text("Mirror {number}", { number })}</legend>
      <TextField
        label={text("Address of mirror {number}", { number })}
        value={mirror.url}
        onText={(url) => onEdit({ ...mirror, url })}
        error={verdict?.url}
        hint={text("With https://. Add a path only if the mirror has one.")}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {mirrorCapabilities.map((name) => (
          <CheckField
            key={name}
            label={name}
            checked={mirror.capabilities.includes(name)}
            onChange={(on) => toggle(name, on)}
          />
        ))}
        <CheckField
          label={text("path is the root of the API")}
          checked={mirror.overridePath}
          onChange={(overridePath) => onEdit({ ...mirror, overridePath })}
        />
      </div>
      <Fault text={verdict?.capabilities ?? verdict?.overridePath} />
      <TextAreaField
        label={text("Certificate authorities of mirror {number} (PEM)", { number })}
        hint={text("Only if no public authority signed the mirror's certificate.")}
        value={mirror.ca}
        onChange={({ target }) => onEdit({ ...mirror, ca: target.value })}
        error={verdict?.ca}
        rows={3}
        spellCheck={false}
      />
      {(verdict?.hints.length ?? 0) > 0 && (
        <ul className="list-disc pl-5 break-words text-secondary">
          {verdict?.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {onRemove && (
        <Button size="sm" className="self-start" onClick={onRemove}>
          {text("Remove mirror {number}", { number })}
        </Button>
      )}
    </fieldset>
  );
}

export function Fault({ text }: { readonly text: string | undefined }) {
  return (
    <p aria-live="polite" className="text-sm text-negative-text empty:hidden">
      {text}
    </p>
  );
}
