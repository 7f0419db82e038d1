import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { SettingsChangeRequest } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { requestErrorOf } from "../calls/api-problem.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { changeSettings, settingsQuery } from "../queries/settings-queries.ts";
import { applySettingsLocally, markSettingsStored } from "../settings/device-settings.ts";
import { reloadInLanguage, setLanguageCookie } from "../settings/page-language.ts";

/** Returns why new settings stay in this browser; undefined where the garden stores them. */
export function useUnsavedReason(): string | undefined {
  const instance = useQuery({ ...sessionQuery, select: ({ readOnly }) => readOnly }).data;
  // Not fetched here: SettingsFollower fetches the settings once for all observers.
  const unavailable = useQuery({ ...settingsQuery, enabled: false }).data?.unavailable;
  return instance === true ? text("This Almanac is in read-only mode and keeps nothing in the garden.") : unavailable;
}

/**
 * Changes settings: they apply in this browser at once and are written to the garden one after the other. Settings that
 * cannot be stored stay in this browser, and the user is informed.
 */
export function useSettingsChange() {
  const client = useQueryClient();
  const toast = useToast();
  const whyUnkept = useUnsavedReason();
  const keeping = useMutation({
    mutationFn: changeSettings,
    scope: { id: "settings" },
    // A read in flight may predate this write.
    onMutate: () => client.cancelQueries({ queryKey: settingsQuery.queryKey }, { silent: true }),
    onSuccess: (kept, sent) => {
      markSettingsStored(sent);
      client.setQueryData(settingsQuery.queryKey, kept);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      toast({
        kind: "info",
        id: "settings-unkept",
        title: text("Your choice holds in this browser only"),
        detail: text("It could not be kept in the garden. {detail}", { detail: requestErrorOf(error).detail ?? "" }),
        href: "/settings",
      });
    },
    // After the write has settled: a reload would abort it.
    onSettled: (_kept, _error, { language }) => {
      if (language !== undefined) reloadInLanguage();
    },
  });
  const { mutate, isPending } = keeping;
  const choose = useCallback(
    (change: SettingsChangeRequest) => {
      applySettingsLocally(change);
      if (change.language !== undefined) setLanguageCookie();
      if (whyUnkept === undefined) mutate(change);
      else if (change.language !== undefined) reloadInLanguage();
    },
    [mutate, whyUnkept],
  );
  return { choose, isPending };
}
