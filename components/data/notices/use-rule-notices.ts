import { useQuery } from "@tanstack/react-query";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { RuleNotice } from "#lib/contract/notices.ts";
import { noticesQuery } from "../queries/notice-queries.ts";

const none: readonly RuleNotice[] = [];

/** Returns the notices raised by the user's watch rules, newest first. They are read once the page is idle. */
export function useRuleNotices(): readonly RuleNotice[] {
  const idle = useIdle();
  return useQuery({ ...noticesQuery, enabled: idle }).data?.notices ?? none;
}
