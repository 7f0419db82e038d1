"use client";

import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field, TextField } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { formatVersionedComponent, parseVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import { message, text } from "#lib/language/text.ts";
import type { ShootWithProfile, WhatIfChange } from "#lib/policy/forecast/what-if-change.ts";
import type { WhatIfChoices } from "#lib/view/upcoming-versions/what-if-choices.ts";
import { parseWhatIf } from "#lib/view/upcoming-versions/what-if-grammar.ts";
import { versionedComponentLabel } from "#lib/words/step-descriptions.ts";

interface WhatIfFormProps {
  readonly world: ShootWithProfile;
  readonly choices: WhatIfChoices;
  readonly onTry: (change: WhatIfChange) => void;
}

const kinds = {
  window: message("Move the maintenance window"),
  pool: message("Pin or unpin a pool's Kubernetes"),
  update: message("Update today"),
  expiry: message("Extend a version's expiry"),
} as const;
type Kind = keyof typeof kinds;

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text);
}

/** Form that adds one simulated change: its kind and its values. */
export function WhatIfForm({ world, choices, onTry }: WhatIfFormProps) {
  const [kind, setKind] = useState<Kind>("update");
  return (
    <div className="flex flex-wrap items-end gap-3">
      <OneOf
        label={text("Change", {}, "noun")}
        value={kind}
        options={Object.entries(kinds).map(([key, words]) => [key, text(words)])}
        onChange={(value) => isKind(value) && setKind(value)}
      />
      {kind === "window" && <WindowForm world={world} onTry={onTry} />}
      {kind === "pool" && <PoolForm choices={choices} onTry={onTry} />}
      {kind === "update" && <UpdateForm choices={choices} onTry={onTry} />}
      {kind === "expiry" && <ExpiryForm choices={choices} onTry={onTry} />}
    </div>
  );
}

interface OneOfProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

function OneOf({ label, options, ...select }: OneOfProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} options={options.map(([key, words]) => ({ value: key, label: words }))} {...select} />
      )}
    </Field>
  );
}

function TryButton({ reason, onTry }: { readonly reason?: string | undefined; readonly onTry: () => void }) {
  return (
    <Button disabledReason={reason} onClick={onTry}>
      {text("Simulate")}
    </Button>
  );
}

/** Splits a maintenance time such as `220000+0100` into time of day and UTC offset. */
function partsOf(time: string | undefined): { readonly clock: string; readonly offset: string } {
  const [, hours = "22", minutes = "00", offset = "+0000"] = /^(\d{2})(\d{2})\d{2}([+-]\d{4})$/.exec(time ?? "") ?? [];
  return { clock: `${hours}:${minutes}`, offset };
}

function WindowForm({ world, onTry }: Pick<WhatIfFormProps, "world" | "onTry">) {
  const written = world.shoot.spec.maintenance?.timeWindow;
  const { offset } = partsOf(written?.begin);
  const [begin, setBegin] = useState(partsOf(written?.begin).clock);
  const [end, setEnd] = useState(partsOf(written?.end ?? "230000+0000").clock);
  const wire = (clock: string) => `${clock.replace(":", "")}00${offset}`;
  const { changes, misread } = parseWhatIf(`window:${wire(begin)}~${wire(end)}`);
  const [change] = changes;
  return (
    <>
      <TextField label={text("Begin ({offset})", { offset })} type="time" value={begin} onText={setBegin} />
      <TextField label={text("End ({offset})", { offset })} type="time" value={end} onText={setEnd} />
      <TryButton
        reason={
          change ? undefined : text("Not possible: {why}.", { why: misread[0]?.why ?? text("a time is missing") })
        }
        onTry={() => change && onTry(change)}
      />
    </>
  );
}

function PoolForm({ choices, onTry }: Pick<WhatIfFormProps, "choices" | "onTry">) {
  const [pool, setPool] = useState(choices.pools[0]?.name ?? "");
  const [version, setVersion] = useState("");
  if (choices.pools.length === 0) return <Nothing>{text("The cluster has no worker pools.")}</Nothing>;
  const follow: readonly [string, string] = ["", text("as the control plane")];
  return (
    <>
      <OneOf
        label={text("Pool")}
        value={pool}
        options={choices.pools.map(({ name }) => [name, name])}
        onChange={setPool}
      />
      <OneOf
        label={text("Kubernetes version")}
        value={version}
        options={[follow, ...choices.kubernetes.map((each) => [each, each] as const)]}
        onChange={setVersion}
      />
      <TryButton
        onTry={() => onTry(version === "" ? { code: "unpin-pool", pool } : { code: "pin-pool", pool, version })}
      />
    </>
  );
}

function UpdateForm({ choices: { updates }, onTry }: Pick<WhatIfFormProps, "choices" | "onTry">) {
  const [key, setKey] = useState(updates[0] ? formatVersionedComponent(updates[0].lane) : "");
  const chosen = updates.find(({ lane }) => formatVersionedComponent(lane) === key);
  const [wanted, setWanted] = useState("");
  const version = chosen?.versions.includes(wanted) ? wanted : (chosen?.suggested ?? "");
  if (updates.length === 0) return <Nothing>{text("The profile lists nothing newer.")}</Nothing>;
  const lane = parseVersionedComponent(key);
  return (
    <>
      <OneOf
        label={text("Component")}
        value={key}
        options={updates.map((update) => [formatVersionedComponent(update.lane), versionedComponentLabel(update.lane)])}
        onChange={setKey}
      />
      <OneOf
        label={text("To version")}
        value={version}
        options={(chosen?.versions ?? []).map((each) => [each, each])}
        onChange={setWanted}
      />
      <TryButton onTry={() => lane && onTry({ code: "update-now", lane, version })} />
    </>
  );
}

function ExpiryForm({ choices: { places }, onTry }: Pick<WhatIfFormProps, "choices" | "onTry">) {
  const [place, setPlace] = useState("0");
  const [date, setDate] = useState("");
  const chosen = places[Number(place)];
  if (chosen === undefined) return <Nothing>{text("The profile lists no version.")}</Nothing>;
  const [change] = parseWhatIf(
    `expiry:${chosen.image ? `${chosen.image}/` : ""}${chosen.version}:${date || "none"}`,
  ).changes;
  return (
    <>
      <OneOf
        label={text("Version")}
        value={place}
        options={places.map(({ image, version }, index) => [String(index), image ? `${image} ${version}` : version])}
        onChange={setPlace}
      />
      <TextField label={text("Expires on (empty: never)")} type="date" value={date} onText={setDate} />
      <TryButton onTry={() => change && onTry(change)} />
    </>
  );
}

function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className="pb-1.5 text-sm text-secondary">{children}</p>;
}
