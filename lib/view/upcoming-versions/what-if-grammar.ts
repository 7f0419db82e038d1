import { formatVersionedComponent, parseVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { WhatIfChange } from "#lib/policy/forecast/what-if-change.ts";
import { validateTimeWindow } from "#lib/policy/maintenance/time-window.ts";

/** Part of the URL parameter `whatif` that cannot be parsed, and why. */
export interface UnreadableWhatIfPart {
  readonly text: string;
  readonly why: string;
}

export interface ParsedWhatIf {
  readonly changes: readonly WhatIfChange[];
  /** Parts that cannot be parsed; they are kept in the URL and shown on the page. */
  readonly misread: readonly UnreadableWhatIfPart[];
}

type Read = WhatIfChange | string;

function readSwitch(field: "kubernetes" | "machineImages", value: string): Read {
  if (value !== "on" && value !== "off") return text("it takes on or off");
  const isOn = value === "on";
  return field === "kubernetes"
    ? { code: "auto-update", kubernetes: isOn }
    : { code: "auto-update", machineImages: isOn };
}

function readWindow(value: string): Read {
  const [begin = "", end = "", ...more] = value.split("~");
  const judged = validateTimeWindow({ begin, end });
  if (more.length > 0) return text("it takes a begin and an end, such as 220000+0100~230000+0100");
  if (judged.ok) return { code: "window", begin, end };
  switch (judged.error.code) {
    case "INVALID_TIME":
      return text("it takes a begin and an end, such as 220000+0100~230000+0100");
    case "WINDOW_TOO_SHORT":
      return text("a window has at least 30 minutes");
    case "WINDOW_TOO_LONG":
      return text("a window has at most 6 hours");
  }
}

/** Splits a text such as `name:rest` at the first colon. */
function split(text: string): readonly [string, string] {
  const at = text.indexOf(":");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function readPin(value: string): Read {
  const [pool, version] = split(value);
  return pool && version
    ? { code: "pin-pool", pool, version }
    : text("it takes a pool and a version, such as data:1.34.2");
}

function readUpdate(value: string): Read {
  const [key, version] = split(value);
  const lane = parseVersionedComponent(key);
  if (lane === undefined || version === "")
    return text("it takes a component and a version, such as control-plane:1.34.2");
  return { code: "update-now", lane, version };
}

function readExpiry(value: string): Read {
  const [place, date] = split(value);
  const slash = place.lastIndexOf("/");
  const version = place.slice(slash + 1);
  const image = slash < 0 ? undefined : place.slice(0, slash);
  const at = date === "none" ? undefined : parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date);
  if (version === "" || image === "" || (at === undefined && date !== "none")) {
    return text("it takes a version and a date, such as 1.33.4:2026-12-31");
  }
  return { code: "move-expiry", place: image === undefined ? { version } : { image, version }, at };
}

const readers: Readonly<Record<string, (value: string) => Read>> = {
  k8s: (value) => readSwitch("kubernetes", value),
  images: (value) => readSwitch("machineImages", value),
  window: readWindow,
  pin: readPin,
  unpin: (pool) => (pool === "" ? text("it takes a pool") : { code: "unpin-pool", pool }),
  update: readUpdate,
  expiry: readExpiry,
};

/** Parses the parameter `whatif`: changes separated by commas, such as `k8s:on,unpin:data`. */
export function parseWhatIf(written: string): ParsedWhatIf {
  const changes: WhatIfChange[] = [];
  const misread: UnreadableWhatIfPart[] = [];
  for (const part of written.split(",").map((one) => one.trim())) {
    if (part === "") continue;
    const [code, value] = split(part);
    const reader = Object.hasOwn(readers, code) ? readers[code] : undefined;
    const read = reader?.(value) ?? text("no such change is known");
    if (typeof read === "string") misread.push({ text: part, why: read });
    else changes.push(read);
  }
  return { changes, misread };
}

function dateText(at: number | undefined): string {
  if (at === undefined) return "none";
  const text = formatInstant(at);
  return text.endsWith("T00:00:00Z") ? text.slice(0, 10) : text;
}

function changeText(change: WhatIfChange): readonly string[] {
  switch (change.code) {
    case "auto-update":
      return [
        ...(change.kubernetes === undefined ? [] : [`k8s:${change.kubernetes ? "on" : "off"}`]),
        ...(change.machineImages === undefined ? [] : [`images:${change.machineImages ? "on" : "off"}`]),
      ];
    case "window":
      return [`window:${change.begin}~${change.end}`];
    case "pin-pool":
      return [`pin:${change.pool}:${change.version}`];
    case "unpin-pool":
      return [`unpin:${change.pool}`];
    case "update-now":
      return [`update:${formatVersionedComponent(change.lane)}:${change.version}`];
    case "move-expiry": {
      const { image, version } = change.place;
      return [`expiry:${image === undefined ? "" : `${image}/`}${version}:${dateText(change.at)}`];
    }
    default:
      // Changes of a whole profile are simulated in the profile editor, not here.
      return [];
  }
}

/** Formats changes for the URL parameter `whatif`, followed by the parts that could not be parsed. */
export function formatWhatIf({ changes, misread }: ParsedWhatIf): string {
  return [...changes.flatMap(changeText), ...misread.map(({ text }) => text)].join(",");
}

/** Subject of a change: of two with the same subject, the later one applies. */
function subjectOf(change: WhatIfChange): string {
  switch (change.code) {
    case "auto-update":
      return change.kubernetes === undefined ? "images" : "k8s";
    case "pin-pool":
    case "unpin-pool":
      return `pool ${change.pool}`;
    case "update-now":
      return `update ${formatVersionedComponent(change.lane)}`;
    case "move-expiry":
      return `expiry ${change.place.image ?? ""}/${change.place.version}`;
    default:
      return change.code;
  }
}

/** Adds a change, replacing an earlier one with the same subject. */
export function withWhatIfChange(text: ParsedWhatIf, change: WhatIfChange): ParsedWhatIf {
  const subject = subjectOf(change);
  return { ...text, changes: [...text.changes.filter((other) => subjectOf(other) !== subject), change] };
}

export function withoutWhatIfChange(text: ParsedWhatIf, change: WhatIfChange): ParsedWhatIf {
  return { ...text, changes: text.changes.filter((other) => other !== change) };
}
