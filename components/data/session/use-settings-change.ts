import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { SettingsChange } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { faultOf } from "../calls/api-problem.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { changeSettings, settingsQuery } from "../queries/settings-queries.ts";
import { chooseHere, markStored } from "../settings/device-settings.ts";
import { reloadInLanguage, tellLanguage } from "../settings/page-language.ts";

/** Why what is chosen now stays in this browser; undefined where the garden keeps it. */
export function useWhyUnsaved(): string | undefined {
  const instance = useQuery({ ...sessionQuery, select: ({ readOnly }) => readOnly }).data;
  // Asked for by whoever follows the settings, not by each who may change one.
  const unavailable = useQuery({ ...settingsQuery, enabled: false }).data?.unavailable;
  return instance === true ? text("This Almanac is in read-only mode and keeps nothing in the garden.") : unavailable;
}

/**
 * Chooses settings: they hold in this browser at once, and are kept in the garden one write after the other. What cannot be
 * kept stays here, and is said to.
 */
export function useSettingsChange() {
  const client = useQueryClient();
  const toast = useToast();
  const whyUnkept = useWhyUnsaved();
  const keeping = useMutation({
    mutationFn: changeSettings,
    scope: { id: "settings" },
    // What is being read now may be from before.
    onMutate: () => client.cancelQueries({ queryKey: settingsQuery.queryKey }, { silent: true }),
    onSuccess: (kept, sent) => {
      markStored(sent);
      client.setQueryData(settingsQuery.queryKey, kept);
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      toast({
        kind: "info",
        id: "settings-unkept",
        title: text("Your choice holds in this browser only"),
        detail: text("It could not be kept in the garden. {detail}", { detail: faultOf(error).detail ?? "" }),
        href: "/settings",
      });
    },
    // Not before: a reload would call the write off.
    onSettled: (_kept, _error, { language }) => {
      if (language !== undefined) reloadInLanguage();
    },
  });
  const { mutate, isPending } = keeping;
  const choose = useCallback(
    (change: SettingsChange) => {
      chooseHere(change);
      if (change.language !== undefined) tellLanguage();
      if (whyUnkept === undefined) mutate(change);
      else if (change.language !== undefined) reloadInLanguage();
    },
    [mutate, whyUnkept],
  );
  return { choose, isPending };
}
