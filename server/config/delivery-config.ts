import "server-only";
import { isIP } from "node:net";
import { parseCidr } from "#lib/kube/cidr.ts";
import {
  booleanVariable,
  defineConfigVariable,
  listVariable,
  optionalTextVariable,
  type ParsedVariables,
} from "./config-variable.ts";

/** Which addresses the webhooks of users can call. */
export interface WebhookConfig {
  /** Host names and ranges that are allowed although they are not public. */
  readonly names: readonly string[];
  readonly ranges: readonly string[];
  readonly plainHttp: boolean;
  readonly caFile?: string | undefined;
}

/** Environment variables for webhooks. */
export const deliverySchemas = {
  WEBHOOKS: defineConfigVariable(booleanVariable, "true", "Let people have their notices delivered to webhooks."),
  WEBHOOK_ALLOW: defineConfigVariable(
    listVariable.refine((each) => each.every(isRangeOrName), "must be host names and ranges such as 10.4.0.0/16"),
    "",
    "Host names and ranges, comma separated, that webhooks may reach although they are not public.",
  ),
  WEBHOOK_PLAIN_HTTP: defineConfigVariable(booleanVariable, "false", "Let webhooks be http as well as https."),
  WEBHOOK_CA_FILE: defineConfigVariable(
    optionalTextVariable,
    "",
    "Certificate authorities of webhooks beside the system's, as PEM.",
  ),
};

/** Webhook settings; undefined when the operator has switched webhooks off. */
export function toWebhooks(given: ParsedVariables<typeof deliverySchemas>): WebhookConfig | undefined {
  if (!given.WEBHOOKS) return undefined;
  return {
    names: given.WEBHOOK_ALLOW.filter((entry) => !entry.includes("/")),
    ranges: given.WEBHOOK_ALLOW.filter((entry) => entry.includes("/")),
    plainHttp: given.WEBHOOK_PLAIN_HTTP,
    caFile: given.WEBHOOK_CA_FILE,
  };
}

function isRangeOrName(entry: string): boolean {
  if (entry.includes("/")) return parseCidr(entry) !== undefined;
  return isIP(entry) === 0 && /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(entry);
}
