import { apiFindings } from "./api-findings.ts";
import { budgetFindings } from "./budget-findings.ts";
import type { ContentsFindings, ContentsLook } from "./contents-look.ts";
import { nodeContentsFindings } from "./node-contents-findings.ts";

/** What stands against a step inside the cluster. */
export function contentsFindings(look: ContentsLook): ContentsFindings {
  return [...apiFindings(look), ...budgetFindings(look), ...nodeContentsFindings(look)];
}
