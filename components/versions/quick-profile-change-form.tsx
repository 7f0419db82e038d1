import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { message, text } from "#lib/language/text.ts";
import {
  editProfileText,
  type ProfileEdit,
  type ProfileEditError,
  profileEditErrorDescriptions,
} from "#lib/view/versions/edit-profile-text.ts";
import { versionEndInProfile } from "#lib/view/versions/version-end-in-profile.ts";
import { formatVersionEndDate, lastDayOfVersion } from "#lib/words/version-end.ts";

interface QuickChangeProps {
  /** The CloudProfile as YAML text. */
  readonly source: string;
  /** Spec of the CloudProfile; undefined while the text cannot be parsed. */
  readonly spec: CloudProfileSpec | undefined;
  readonly initial: { readonly image: string; readonly version: string };
  readonly onChange: (text: string) => void;
}

const acts = [
  { value: "end", label: message("Set the last day") },
  { value: "reclassify", label: message("Reclassify") },
  { value: "remove", label: message("Remove") },
  { value: "add", label: message("Add a version") },
] as const;
type Act = (typeof acts)[number]["value"];

const stages = ["preview", "supported", "deprecated"];
const stageOptions = stages.map((value) => ({ value, label: value }));

function versionsOf(spec: CloudProfileSpec | undefined, image: string) {
  if (image === "") return spec?.kubernetes?.versions ?? [];
  return spec?.machineImages?.find(({ name }) => name === image)?.versions ?? [];
}

/** Form for a single change of a CloudProfile, which it writes into the YAML text. */
export function QuickProfileChangeForm({ source, spec, initial, onChange }: QuickChangeProps) {
  const [image, setImage] = useState(initial.image);
  const [chosen, setChosen] = useState(initial.version);
  const [act, setAct] = useState<Act>("end");
  const [added, setAdded] = useState("");
  const [stage, setStage] = useState("supported");
  const [typedDay, setDay] = useState<string>();
  const [failure, setFailure] = useState<ProfileEditError>();
  const [done, setDone] = useState("");
  const versions = versionsOf(spec, image);
  const version = versions.some((each) => each.version === chosen) ? chosen : (versions[0]?.version ?? "");
  const current = versions.find((each) => each.version === version);
  const day = typedDay ?? (act === "end" ? endDayOf(current) : "");

  const write = (edit: ProfileEdit, words: string) => {
    const edited = editProfileText(source, edit);
    setFailure(edited.ok ? undefined : edited.error);
    setDone(edited.ok ? words : "");
    if (edited.ok) onChange(edited.value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const about = { image: image === "" ? undefined : image, version: act === "add" ? added.trim() : version };
    const end = day === "" ? undefined : `${day}T23:59:59Z`;
    const endsAt = parseInstant(end);
    // An invalid date is written as typed, so that validation reports it.
    const named = { version: about.version, stage, day: endsAt === undefined ? day : formatVersionEndDate(endsAt) };
    const ends =
      end === undefined ? text("{version} has no end now.", named) : text("{version} ends {day} now.", named);
    if (act === "end") write({ ...about, kind: act, end }, ends);
    else if (act === "reclassify")
      write({ ...about, kind: act, classification: stage }, text("{version} is {stage} now.", named));
    else if (act === "add")
      write({ ...about, kind: act, classification: stage, end }, text("{version} was added.", named));
    else write({ ...about, kind: act }, text("{version} was removed.", named));
  };
  const obstacle =
    spec === undefined
      ? text(profileEditErrorDescriptions["text-unreadable"])
      : act === "add" && added.trim() === ""
        ? text("Name the version to add.")
        : undefined;
  return (
    <form onSubmit={submit} aria-label={text("Change by form")} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <InlineSelect
        label={text("Change")}
        value={image}
        options={[
          { value: "", label: text("Kubernetes") },
          ...(spec?.machineImages ?? []).map(({ name }) => ({ value: name, label: text("Image {name}", { name }) })),
        ]}
        onChange={setImage}
      />
      {act !== "add" && (
        <InlineSelect
          label={text("Version")}
          value={version}
          options={versions.map((each) => ({ value: each.version, label: each.version }))}
          onChange={setChosen}
        />
      )}
      <InlineSelect
        label={text("Action")}
        value={act}
        options={acts.map(({ value, label }) => ({ value, label: text(label) }))}
        onChange={(value) => setAct(actOf(value))}
      />
      {act === "add" && <TextInput label={text("Version")} value={added} onChange={setAdded} />}
      {(act === "reclassify" || act === "add") && (
        <InlineSelect label={text("Classification")} value={stage} options={stageOptions} onChange={setStage} />
      )}
      {(act === "end" || act === "add") && (
        <TextInput label={text("Last day (UTC; empty for none)")} type="date" value={day} onChange={setDay} />
      )}
      <Button type="submit" disabledReason={obstacle}>
        {text("Apply to draft")}
      </Button>
      <p role="status" className="basis-full text-sm text-secondary">
        {failure === undefined ? done || presentLabel(current, act) : text(profileEditErrorDescriptions[failure])}
      </p>
    </form>
  );
}

function actOf(value: string): Act {
  return acts.find((act) => act.value === value)?.value ?? "end";
}

type Listed = ReturnType<typeof versionsOf>[number] | undefined;

/** Returns the expiration date as the value of a date input; empty if there is none or it is invalid. */
function endDayOf(current: Listed): string {
  const endsAt = parseInstant(current && versionEndInProfile(current));
  return endsAt === undefined ? "" : lastDayOfVersion(endsAt);
}

function presentLabel(current: Listed, act: Act): string {
  if (current === undefined || act === "add") return "";
  const written = versionEndInProfile(current);
  const endsAt = parseInstant(written);
  const end =
    endsAt === undefined
      ? written
        ? text("ends {written}, which is no date", { written })
        : text("has no end date")
      : text("ends {at}", { at: formatVersionEndDate(endsAt) });
  const stage =
    (current.lifecycle ?? []).length > 0
      ? text("has a lifecycle")
      : text("is {classification}", { classification: current.classification || text("unclassified") });
  return text("{version} {stage} and {end}.", { version: current.version, stage, end });
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
