import type { WhatIfChange, WhatIfFault } from "#lib/policy/forecast/what-if-change.ts";
import { laneLabel } from "#lib/words/hop-sentences.ts";
import { formatEndDate } from "#lib/words/version-end.ts";

function onOff(value: boolean): string {
  return value ? "on" : "off";
}

function timeWords(time: string): string {
  const [, hours, minutes, offset] = /^(\d{2})(\d{2})\d{2}([+-]\d{4})$/.exec(time) ?? [];
  return hours === undefined ? time : `${hours}:${minutes} (${offset})`;
}

/** One change that is tried out, in words. */
export function wordsOfChange(change: WhatIfChange): string {
  switch (change.code) {
    case "auto-update":
      return [
        ...(change.kubernetes === undefined ? [] : [`automatic Kubernetes updates ${onOff(change.kubernetes)}`]),
        ...(change.machineImages === undefined ? [] : [`automatic image updates ${onOff(change.machineImages)}`]),
      ].join(", ");
    case "window":
      return `window ${timeWords(change.begin)} to ${timeWords(change.end)}`;
    case "pin-pool":
      return `pool ${change.pool} on its own ${change.version}`;
    case "unpin-pool":
      return `pool ${change.pool} follows the control plane`;
    case "update-now":
      return `${laneLabel(change.lane)} updated to ${change.version} today`;
    case "move-expiry": {
      const { image, version } = change.place;
      const name = image === undefined ? version : `${image} ${version}`;
      return change.at === undefined ? `${name} never expires` : `${name} expires on ${formatEndDate(change.at)}`;
    }
    case "reclassify":
      return `${change.place.version} is ${change.classification}`;
    case "remove-version":
      return `${change.place.version} is not in the profile`;
    case "add-kubernetes-version":
      return `the profile lists ${change.version.version}`;
    case "add-image-version":
      return `the profile lists ${change.image} ${change.version.version}`;
  }
}

/** Why a change cannot be tried. */
export function sentenceOfWhatIfFault({ code, name }: WhatIfFault): string {
  switch (code) {
    case "POOL_NOT_FOUND":
      return `The cluster has no pool ${name}.`;
    case "IMAGE_NOT_FOUND":
      return `The profile has no image ${name}.`;
    case "VERSION_NOT_FOUND":
      return `The profile does not list ${name}.`;
    case "INVALID_INSTANT":
      return `The date for ${name} is none.`;
  }
}
