import { useQuery } from "@tanstack/react-query";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { noticesQuery } from "../queries/notice-queries.ts";

const none: readonly RuleNotice[] = [];

/** What the reader's rules have told, the newest first. Read once the page has nothing better to do. */
export function useRuleNotices(): readonly RuleNotice[] {
  const idle = useIdle();
  return useQuery({ ...noticesQuery, enabled: idle }).data?.notices ?? none;
}
