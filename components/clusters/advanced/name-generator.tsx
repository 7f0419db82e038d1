"use client";

import { useState } from "react";
import { TextField } from "#components/ui/form/field.tsx";
import type { MarksVerdict } from "#lib/view/advanced/critical-marks.ts";
import { GeneratedText } from "./generated-text.tsx";

interface NameGeneratorProps {
  readonly label: string;
  readonly hint: string;
  readonly title: string;
  readonly example: string;
  readonly judge: (name: string) => MarksVerdict;
}

/** A name goes in, and the parts of a manifest come out. */
export function NameGenerator({ label, hint, title, example, judge }: NameGeneratorProps) {
  const [name, setName] = useState(example);
  const { fault, yaml } = judge(name);
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={label}
        value={name}
        onText={setName}
        error={fault}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
      />
      {yaml !== undefined && <GeneratedText title={title} text={yaml} />}
    </div>
  );
}
