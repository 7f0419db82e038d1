import { type Message, message, text } from "#lib/language/text.ts";
import type { WhatIfChange, WhatIfError } from "#lib/policy/forecast/what-if-change.ts";
import { versionedComponentLabel } from "#lib/words/step-descriptions.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";

function timeLabel(time: string): string {
  const [, hours, minutes, offset] = /^(\d{2})(\d{2})\d{2}([+-]\d{4})$/.exec(time) ?? [];
  return hours === undefined ? time : `${hours}:${minutes} (${offset})`;
}

function autoUpdateLabel({
  kubernetes,
  machineImages,
}: Extract<WhatIfChange, { code: "auto-update" }>): readonly string[] {
  const words: string[] = [];
  if (kubernetes !== undefined) {
    words.push(kubernetes ? text("automatic Kubernetes updates on") : text("automatic Kubernetes updates off"));
  }
  if (machineImages !== undefined) {
    words.push(machineImages ? text("automatic image updates on") : text("automatic image updates off"));
  }
  return words;
}

/** Returns the label of a simulated change. */
export function whatIfChangeLabel(change: WhatIfChange): string {
  switch (change.code) {
    case "auto-update":
      return autoUpdateLabel(change).join(", ");
    case "window":
      return text("window {begin} to {end}", { begin: timeLabel(change.begin), end: timeLabel(change.end) });
    case "pin-pool":
      return text("pool {pool} on its own {version}", { pool: change.pool, version: change.version });
    case "unpin-pool":
      return text("pool {pool} follows the control plane", { pool: change.pool });
    case "update-now":
      return text("{component} updated to {version} today", {
        component: versionedComponentLabel(change.lane),
        version: change.version,
      });
    case "move-expiry": {
      const { image, version } = change.place;
      const name = image === undefined ? version : `${image} ${version}`;
      return change.at === undefined
        ? text("{name} never expires", { name })
        : text("{name} expires on {at}", { name, at: formatVersionEndDate(change.at) });
    }
    case "reclassify":
      return text("{version} is {classification}", {
        version: change.place.version,
        classification: change.classification,
      });
    case "remove-version":
      return text("{version} is not in the profile", { version: change.place.version });
    case "add-kubernetes-version":
      return text("the profile lists {version}", { version: change.version.version });
    case "add-image-version":
      return text("the profile lists {image} {version}", { image: change.image, version: change.version.version });
  }
}

const faults: Readonly<Record<WhatIfError["code"], Message>> = {
  POOL_NOT_FOUND: message("The cluster has no pool {name}."),
  IMAGE_NOT_FOUND: message("The profile has no image {name}."),
  VERSION_NOT_FOUND: message("The profile does not list {name}."),
  INVALID_INSTANT: message("The date for {name} is none."),
};

/** Describes why a change cannot be simulated. */
export function describeWhatIfError({ code, name }: WhatIfError): string {
  return text(faults[code], { name });
}
