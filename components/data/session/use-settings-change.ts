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

/** Returns why changed settings are stored in this browser only; undefined if the garden stores them. */
export function useSettingsUnsavedReason(): string | undefined {
  const instance = useQuery({ ...sessionQuery, select: ({ readOnly }) => readOnly }).data;
  // Only reads the query cache: another component fetches the settings.
  const unavailable = useQuery({ ...settingsQuery, enabled: false }).data?.unavailable;
  return instance === true ? text("This Almanac is in read-only mode and keeps nothing in the garden.") : unavailable;
}

/**
 * Returns a mutation of user settings. Changes apply in this browser at once and are written to the garden one after
 * the other. If they cannot be stored there, they stay in this browser and the user is told.
 */
export function useSettingsChange() {
  const client = useQueryClient();
  const toast = useToast();
  const whyUnkept = useSettingsUnsavedReason();
  const keeping = useMutation({
    mutationFn: changeSettings,
    scope: { id: "settings" },
    // A running fetch may return the settings as they were before this change.
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
    // A reload before the request is complete would abort it.
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
