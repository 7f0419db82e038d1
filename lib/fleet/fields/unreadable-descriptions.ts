import { type Message, message, text } from "#lib/language/text.ts";

/** Descriptions of the parts of a Shoot that could not be read, by the code in its row. */
const ofRows: Readonly<Record<string, Message>> = {
  "too-deep": message("This cluster's object is nested too deeply to be read"),
  "no-version": message("spec.kubernetes.version is missing"),
};

/** Describes a row's unreadable parts by codes, such as `too-large 2100000` with bytes; unknown codes stay as is. */
export function describeUnreadableRow(codes: readonly string[] | undefined): string | undefined {
  return codes?.map(labelOf).join("; ");
}

function labelOf(code: string): string {
  const [, bytes] = /^too-large (\d+)$/.exec(code) ?? [];
  if (bytes !== undefined) {
    return text("This cluster's object is too large to be read ({megabytes, number} MB)", {
      megabytes: Math.round(Number(bytes) / 100_000) / 10,
    });
  }
  return labelIn(ofRows, code);
}

/** Descriptions of why the clusters of a project could not be read, by code. */
const ofProjects: Readonly<Record<string, Message>> = {
  "may-not-list": message("You are a member, but the garden does not let you list its clusters."),
  "no-namespace": message("The project has no namespace yet."),
};

export function describeUnreadableProject(code: string): string {
  return labelIn(ofProjects, code);
}

function labelIn(known: Readonly<Record<string, Message>>, code: string): string {
  const words = Object.hasOwn(known, code) ? known[code] : undefined;
  return words === undefined ? code : text(words);
}
