import type * as z from "zod/mini";
import { landscapeChecks } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { type Message, message, text } from "#lib/language/text.ts";

const typeDescriptions: Readonly<Record<string, Message>> = {
  string: message("This must be a text: write it in quotes."),
  boolean: message("This must be true or false, without quotes."),
  int: message("This must be a whole number, without quotes."),
  number: message("This must be a number, without quotes."),
  array: message("This must be a list: each item begins with a dash."),
  object: message("This must be a block of fields."),
  record: message("This must be a block of fields."),
};

const checkDescriptions: Readonly<Record<string, Message>> = {
  [landscapeChecks.webLink]: message("This must be an http or https address."),
  [landscapeChecks.surge]: message("This must be a number of nodes, or a share such as 50%."),
};

/** Says what is wrong with a value of the document. */
export function describeIssue(issue: z.core.$ZodIssue, isMissing: boolean): string {
  if (isMissing) return text("This field must be set.");
  const unknownForm = message("This has a form that Almanac does not know.");
  switch (issue.code) {
    case "invalid_type":
      return text(typeDescriptions[issue.expected] ?? unknownForm);
    case "invalid_value":
      return text("This must be one of {values}.", { values: issue.values.map(String).join(", ") });
    case "too_small":
      return issue.origin === "string"
        ? text("This must not be empty.")
        : text("This must be {minimum, number} or more.", { minimum: Number(issue.minimum) });
    case "too_big":
      return describeTooBig(issue);
    default:
      return text(checkDescriptions[issue.message] ?? unknownForm);
  }
}

function describeTooBig({ origin, maximum: most }: z.core.$ZodIssueTooBig): string {
  const maximum = Number(most);
  switch (origin) {
    case "string":
      return text("This has more than {maximum, number} characters.", { maximum });
    case "array":
      return text("This has more than {maximum, number} items.", { maximum });
    default:
      return text("This must be {maximum, number} or less.", { maximum });
  }
}
