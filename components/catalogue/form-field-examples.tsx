import { useRef, useState } from "react";
import { Card } from "#components/ui/card.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { ConfirmationPhraseField } from "#components/ui/form/confirmation-phrase-field.tsx";
import { Field, SelectField, TextAreaField, TextField } from "#components/ui/form/field.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { NameField } from "#components/ui/form/name-field.tsx";
import { Select } from "#components/ui/form/select.tsx";

const options = [
  { value: "now", label: "Now" },
  { value: "later", label: "In the window" },
];

/** Catalogue section with form fields. */
export function FormFieldExamples() {
  const [text, setText] = useState("production");
  const [name, setName] = useState("Broken in production");
  const named = useRef<HTMLInputElement>(null);
  const [when, setWhen] = useState("now");
  const [checked, setChecked] = useState(true);
  return (
    <Card id="fields" title="Fields">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="A line" hint="What it means." value={text} onText={setText} />
        <TextField label="A line with an error" error="It cannot be empty." value="" onText={setText} />
        <NameField name={name} maxLength={80} onName={setName} control={named} />
        <TextAreaField label="Some lines" hint="What they mean." rows={3} />
        <TextAreaField label="Some lines with an error" error="This is no certificate." rows={3} />
        <SelectField
          label="One of a few"
          value={when}
          options={options.map(({ value, label }) => [value, label])}
          onText={setWhen}
        />
        <Field label="One of a few, narrow" hint="Its hint stays." error="Its error too." hintStays>
          {(control) => <Select {...control} value={when} options={options} onChange={setWhen} />}
        </Field>
        <InlineSelect label="Beside its label" value={when} options={options} onChange={setWhen} />
        <CheckField label="Yes or no" checked={checked} onChange={setChecked} />
        <ConfirmationPhraseField phrase="delete production" typed="delete" wrong={false} onType={setText} />
        <ConfirmationPhraseField phrase="delete production" typed="delet prod" wrong onType={setText} />
      </div>
    </Card>
  );
}
