"use client";

import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field, TextField } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { laneKey, parseLane } from "#lib/forecast/lane-key.ts";
import type { WhatIfChange, World } from "#lib/policy/forecast/what-if-change.ts";
import type { WhatIfChoices } from "#lib/view/ladder/what-if-choices.ts";
import { parseWhatIf } from "#lib/view/ladder/what-if-grammar.ts";
import { laneLabel } from "#lib/words/hop-sentences.ts";

interface WhatIfFormProps {
  readonly world: World;
  readonly choices: WhatIfChoices;
  readonly onTry: (change: WhatIfChange) => void;
}

const kinds = {
  window: "Move the maintenance window",
  pool: "Pin or unpin a pool's Kubernetes",
  update: "Update today",
  expiry: "Extend a version's expiry",
} as const;
type Kind = keyof typeof kinds;

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text);
}

/** One change to try out: which, and its facts. */
export function WhatIfForm({ world, choices, onTry }: WhatIfFormProps) {
  const [kind, setKind] = useState<Kind>("update");
  return (
    <div className="flex flex-wrap items-end gap-3">
      <OneOf
        label="Change"
        value={kind}
        options={Object.entries(kinds)}
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
      Simulate
    </Button>
  );
}

/** Hours and minutes of `220000+0100`, and its offset. */
function partsOf(time: string | undefined): { readonly clock: string; readonly offset: string } {
  const [, hours = "22", minutes = "00", offset = "+0000"] = /^(\d{2})(\d{2})\d{2}([+-]\d{4})$/.exec(time ?? "") ?? [];
  return { clock: `${hours}:${minutes}`, offset };
}

function WindowForm({ world, onTry }: Pick<WhatIfFormProps, "world" | "onTry">) {
  const written = world.shoot.spec.maintenance?.timeWindow;
  const { offset } = partsOf(written?.begin);
  const [begin, setBegin] = useState(partsOf(written?.begin).clock);
  const [end, setEnd] = useState(partsOf(written?.end ?? "230000+0000").clock);
  const text = (clock: string) => `${clock.replace(":", "")}00${offset}`;
  const { changes, misread } = parseWhatIf(`window:${text(begin)}~${text(end)}`);
  const [change] = changes;
  return (
    <>
      <TextField label={`Begin (${offset})`} type="time" value={begin} onText={setBegin} />
      <TextField label={`End (${offset})`} type="time" value={end} onText={setEnd} />
      <TryButton
        reason={change ? undefined : `Not possible: ${misread[0]?.why ?? "a time is missing"}.`}
        onTry={() => change && onTry(change)}
      />
    </>
  );
}

function PoolForm({ choices, onTry }: Pick<WhatIfFormProps, "choices" | "onTry">) {
  const [pool, setPool] = useState(choices.pools[0]?.name ?? "");
  const [version, setVersion] = useState("");
  if (choices.pools.length === 0) return <Nothing>The cluster has no worker pools.</Nothing>;
  const follow: readonly [string, string] = ["", "as the control plane"];
  return (
    <>
      <OneOf label="Pool" value={pool} options={choices.pools.map(({ name }) => [name, name])} onChange={setPool} />
      <OneOf
        label="Kubernetes version"
        value={version}
        options={[follow, ...choices.kubernetes.map((text) => [text, text] as const)]}
        onChange={setVersion}
      />
      <TryButton
        onTry={() => onTry(version === "" ? { code: "unpin-pool", pool } : { code: "pin-pool", pool, version })}
      />
    </>
  );
}

function UpdateForm({ choices: { updates }, onTry }: Pick<WhatIfFormProps, "choices" | "onTry">) {
  const [key, setKey] = useState(updates[0] ? laneKey(updates[0].lane) : "");
  const chosen = updates.find(({ lane }) => laneKey(lane) === key);
  const [wanted, setWanted] = useState("");
  const version = chosen?.versions.includes(wanted) ? wanted : (chosen?.suggested ?? "");
  if (updates.length === 0) return <Nothing>The profile lists nothing newer.</Nothing>;
  const lane = parseLane(key);
  return (
    <>
      <OneOf
        label="Component"
        value={key}
        options={updates.map((update) => [laneKey(update.lane), laneLabel(update.lane)])}
        onChange={setKey}
      />
      <OneOf
        label="To version"
        value={version}
        options={(chosen?.versions ?? []).map((text) => [text, text])}
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
  if (chosen === undefined) return <Nothing>The profile lists no version.</Nothing>;
  const [change] = parseWhatIf(
    `expiry:${chosen.image ? `${chosen.image}/` : ""}${chosen.version}:${date || "none"}`,
  ).changes;
  return (
    <>
      <OneOf
        label="Version"
        value={place}
        options={places.map(({ image, version }, index) => [String(index), image ? `${image} ${version}` : version])}
        onChange={setPlace}
      />
      <TextField label="Expires on (empty: never)" type="date" value={date} onText={setDate} />
      <TryButton onTry={() => change && onTry(change)} />
    </>
  );
}

function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className="pb-1.5 text-sm text-secondary">{children}</p>;
}
