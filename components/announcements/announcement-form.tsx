import { type RefObject, useState } from "react";
import { NamedItemDialogForm } from "#components/data/fleet-parts/named-item-dialog-form.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { SelectField, TextAreaField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { shownDaysOf, shownTimesOf } from "#lib/announcements/shown-days.ts";
import {
  type Announcement,
  type AnnouncementPlace,
  announcementLimits,
  announcementPlaceKinds,
} from "#lib/contract/announcements/announcements.ts";
import { message, text } from "#lib/language/text.ts";
import { useAnnouncementChange } from "./use-announcement-change.ts";

type PlaceKind = AnnouncementPlace["kind"];

const kindLabels = {
  landscape: message("All clusters"),
  seed: message("The clusters of a Seed"),
  profile: message("The clusters of a cloud profile"),
  provider: message("The clusters of a provider"),
  version: message("A version"),
} as const;

interface AnnouncementFormProps {
  /** Announcement to change; absent for a new one. */
  readonly announcement?: Announcement;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that writes an announcement: what it says, what it is about, and from which to which day. */
export function AnnouncementForm({ announcement, opener, onClose }: AnnouncementFormProps) {
  const [name, setName] = useState(announcement?.name ?? "");
  const [detail, setDetail] = useState(announcement?.text ?? "");
  const [isWarning, setIsWarning] = useState(announcement?.importance === "warning");
  const [place, setPlace] = useState<PlaceDraft>(draftOf(announcement?.place));
  const [days, setDays] = useState(shownDaysOf(announcement ?? {}));
  const changing = useAnnouncementChange();
  const toast = useToast();
  const wanted = placeOf(place);
  const isBackwards = days.first !== "" && days.last !== "" && days.last < days.first;
  const save = () => {
    if (wanted === undefined) return;
    const contents = {
      ...{ name, place: wanted, importance: isWarning ? ("warning" as const) : ("info" as const) },
      ...(detail.trim() !== "" && { text: detail }),
      ...shownTimesOf(days.first, days.last),
    };
    const change =
      announcement === undefined
        ? ({ kind: "save", ...contents } as const)
        : ({ kind: "change", id: announcement.id, seen: announcement.at, ...contents } as const);
    changing.mutate(change, {
      onSuccess: () => {
        toast({
          kind: "success",
          id: "announcement-saved",
          title: text("The announcement {name} was saved", { name }),
        });
        onClose();
      },
    });
  };
  return (
    <NamedItemDialogForm
      title={announcement === undefined ? text("New announcement") : text("Edit announcement")}
      opener={opener}
      onClose={onClose}
      nameLabel={text("Title")}
      name={name}
      maxLength={announcementLimits.name}
      onName={setName}
      missing={
        wanted === undefined
          ? text("Say what it is about.")
          : isBackwards
            ? text("The last day is before the first.")
            : changing.isPending
              ? text("Being saved.")
              : undefined
      }
      submit={text("Save")}
      onSubmit={save}
      refused={text("The announcement was not saved")}
      error={changing.error}
    >
      <TextAreaField
        label={text("Text")}
        rows={3}
        maxLength={announcementLimits.text}
        value={detail}
        onChange={({ target }) => setDetail(target.value)}
      />
      <PlaceFields place={place} onPlace={(part) => setPlace({ ...place, ...part })} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          type="date"
          label={text("First day (UTC; empty: at once)")}
          value={days.first}
          onText={(first) => setDays({ ...days, first })}
        />
        <TextField
          type="date"
          label={text("Last day (UTC; empty: no end)")}
          value={days.last}
          error={isBackwards ? text("The last day is before the first.") : undefined}
          onText={(last) => setDays({ ...days, last })}
        />
      </div>
      <CheckField
        label={text("Show as a warning")}
        checked={isWarning}
        onChange={setIsWarning}
        labelClass="text-base"
      />
    </NamedItemDialogForm>
  );
}

interface PlaceDraft {
  readonly kind: PlaceKind;
  /** Name of the Seed, profile or provider. */
  readonly name: string;
  readonly image: string;
  readonly version: string;
  readonly profile: string;
}

function PlaceFields({
  place: { kind, name, image, version, profile },
  onPlace,
}: {
  readonly place: PlaceDraft;
  readonly onPlace: (part: Partial<PlaceDraft>) => void;
}) {
  const verbatim = { ...verbatimInputProps, maxLength: announcementLimits.place };
  return (
    <>
      <SelectField
        label={text("About")}
        value={kind}
        options={announcementPlaceKinds.map((each) => [each, text(kindLabels[each])])}
        onText={(chosen) => {
          const next = announcementPlaceKinds.find((each) => each === chosen);
          if (next !== undefined) onPlace({ kind: next });
        }}
      />
      {kind !== "landscape" && kind !== "version" && (
        <TextField
          {...verbatim}
          label={text("Name")}
          required
          value={name}
          onText={(next) => onPlace({ name: next })}
        />
      )}
      {kind === "version" && (
        <div className="grid gap-3 sm:grid-cols-3">
          <TextField
            {...verbatim}
            label={text("Machine image (empty: Kubernetes)")}
            value={image}
            onText={(next) => onPlace({ image: next })}
          />
          <TextField
            {...verbatim}
            label={text("Version, such as 1.34")}
            required
            value={version}
            onText={(next) => onPlace({ version: next })}
          />
          <TextField
            {...verbatim}
            label={text("Cloud profile (empty: all)")}
            value={profile}
            onText={(next) => onPlace({ profile: next })}
          />
        </div>
      )}
    </>
  );
}

function draftOf(place: AnnouncementPlace = { kind: "landscape" }): PlaceDraft {
  const empty = { kind: place.kind, name: "", image: "", version: "", profile: "" };
  return place.kind === "landscape" ? empty : { ...empty, ...place };
}

/** What the fields say the announcement is about; undefined while something is missing. */
function placeOf({ kind, name, image, version, profile }: PlaceDraft): AnnouncementPlace | undefined {
  if (kind === "landscape") return { kind };
  if (kind !== "version") return name.trim() === "" ? undefined : { kind, name: name.trim() };
  if (version.trim() === "") return undefined;
  return {
    ...{ kind, version: version.trim() },
    ...(image.trim() !== "" && { image: image.trim() }),
    ...(profile.trim() !== "" && { profile: profile.trim() }),
  };
}
