import { apiFindings } from "./api-findings.ts";
import { budgetFindings } from "./budget-findings.ts";
import { apiServiceFindings, certificateFindings } from "./certificate-findings.ts";
import type { ContentsFindings, ContentsLook } from "./contents-look.ts";
import { nodeContentsFindings } from "./node-contents-findings.ts";
import { podFindings } from "./pod-findings.ts";
import { volumeFindings } from "./volume-findings.ts";
import { webhookFindings } from "./webhook-findings.ts";

/** What stands against a step inside the cluster. */
export function contentsFindings(look: ContentsLook): ContentsFindings {
  return [
    ...apiFindings(look),
    ...webhookFindings(look),
    ...budgetFindings(look),
    ...podFindings(look),
    ...volumeFindings(look),
    ...certificateFindings(look),
    ...apiServiceFindings(look),
    ...nodeContentsFindings(look),
  ];
}
