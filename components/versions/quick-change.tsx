"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/form/choice.tsx";
import { Field, inputClass } from "#components/ui/form/field.tsx";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import {
  type EditFailure,
  editFailureWords,
  editProfileText,
  type ProfileEdit,
} from "#lib/view/versions/edit-profile-text.ts";

interface QuickChangeProps {
  readonly text: string;
  /** Undefined while the text cannot be read. */
  readonly spec: CloudProfileSpec | undefined;
  readonly initial: { readonly image: string; readonly version: string };
  readonly onChange: (text: string) => void;
}

const acts = [
  { value: "end", label: "set expiry" },
  { value: "reclassify", label: "reclassify" },
  { value: "remove", label: "remove" },
  { value: "add", label: "add a version" },
] as const;
type Act = (typeof acts)[number]["value"];

const stages = ["preview", "supported", "deprecated"];
const stageOptions = stages.map((value) => ({ value, label: value }));

function versionsOf(spec: CloudProfileSpec | undefined, image: string) {
  if (image === "") return spec?.kubernetes?.versions ?? [];
  return spec?.machineImages?.find(({ name }) => name === image)?.versions ?? [];
}

/** One change by form, written into the text as a person would write it. */
export function QuickChange({ text, spec, initial, onChange }: QuickChangeProps) {
  const [image, setImage] = useState(initial.image);
  const [chosen, setChosen] = useState(initial.version);
  const [act, setAct] = useState<Act>("end");
  const [added, setAdded] = useState("");
  const [stage, setStage] = useState("supported");
  const [day, setDay] = useState("");
  const [failure, setFailure] = useState<EditFailure>();
  const [done, setDone] = useState("");
  const versions = versionsOf(spec, image);
  const version = versions.some((each) => each.version === chosen) ? chosen : (versions[0]?.version ?? "");
  const current = versions.find((each) => each.version === version);

  const write = (edit: ProfileEdit, words: string) => {
    const edited = editProfileText(text, edit);
    setFailure(edited.ok ? undefined : edited.error);
    setDone(edited.ok ? words : "");
    if (edited.ok) onChange(edited.value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const about = { image: image === "" ? undefined : image, version: act === "add" ? added.trim() : version };
    const end = day === "" ? undefined : `${day}T23:59:59Z`;
    if (act === "end")
      write(
        { ...about, kind: "end", end },
        `${about.version} ${end === undefined ? "has no end now" : `ends ${day} now`}.`,
      );
    else if (act === "reclassify")
      write({ ...about, kind: "reclassify", classification: stage }, `${about.version} is ${stage} now.`);
    else if (act === "add") write({ ...about, kind: "add", classification: stage, end }, `${about.version} was added.`);
    else write({ ...about, kind: "remove" }, `${about.version} was removed.`);
  };
  const obstacle =
    spec === undefined
      ? editFailureWords["text-unreadable"]
      : act === "add" && added.trim() === ""
        ? "Name the version to add."
        : undefined;
  return (
    <form onSubmit={submit} aria-label="Change by form" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Choice
        label="Change"
        value={image}
        options={[
          { value: "", label: "Kubernetes" },
          ...(spec?.machineImages ?? []).map(({ name }) => ({ value: name, label: `image ${name}` })),
        ]}
        onChange={setImage}
      />
      {act !== "add" && (
        <Choice
          label="version"
          value={version}
          options={versions.map((each) => ({ value: each.version, label: each.version }))}
          onChange={setChosen}
        />
      )}
      <Choice label="action" value={act} options={acts} onChange={(value) => setAct(actOf(value))} />
      {act === "add" && <TextInput label="version" value={added} onChange={setAdded} />}
      {(act === "reclassify" || act === "add") && (
        <Choice label="classification" value={stage} options={stageOptions} onChange={setStage} />
      )}
      {(act === "end" || act === "add") && (
        <TextInput label="expires after (UTC, empty: never)" type="date" value={day} onChange={setDay} />
      )}
      <Button type="submit" disabledReason={obstacle}>
        Apply to draft
      </Button>
      <p role="status" className="basis-full text-sm text-secondary">
        {failure === undefined ? done || presentWords(current, act) : editFailureWords[failure]}
      </p>
    </form>
  );
}

function actOf(value: string): Act {
  return acts.find((act) => act.value === value)?.value ?? "end";
}

function presentWords(
  current:
    | { readonly version: string; readonly classification?: string | null; readonly expirationDate?: string | null }
    | undefined,
  act: Act,
): string {
  if (current === undefined || act === "add") return "";
  const { version, classification, expirationDate } = current;
  const end = expirationDate ? `ends ${expirationDate}` : "has no end date";
  const odd = expirationDate && parseInstant(expirationDate) === undefined ? ", which is no date" : "";
  return `${version} is ${classification || "unclassified"} and ${end}${odd}.`;
}

interface TextInputProps {
  readonly label: string;
  readonly type?: "text" | "date";
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextInput({ label, type = "text", value, onChange }: TextInputProps) {
  return (
    <Field label={label} labelClass="text-sm text-secondary" className="flex items-center gap-1.5">
      {(control) => (
        <input
          {...control}
          type={type}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={`${inputClass} h-8 w-40! px-2! text-base`}
        />
      )}
    </Field>
  );
}
