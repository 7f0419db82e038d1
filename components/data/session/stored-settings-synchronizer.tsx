import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Notice } from "#components/ui/notice.tsx";
import { type Language, languages } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import { settingsQuery } from "../queries/settings-queries.ts";
import { applyStoredSettings, readSetting } from "../settings/device-settings.ts";
import { languageAfterReload, switchToStoredLanguage } from "../settings/page-language.ts";

/**
 * Reads the user's settings from the garden and applies them in this browser, also when the user returns to the tab. If
 * the language has changed elsewhere, the open page keeps its language and offers a reload.
 */
export function StoredSettingsSynchronizer({ person }: { readonly person: string }) {
  const { data, isFetching } = useQuery({ ...settingsQuery, refetchOnWindowFocus: true });
  const [other, setOther] = useState<Language>();
  useEffect(() => {
    // If the garden has no settings, this still removes the settings of another user from the browser.
    if (data === undefined || isFetching) return;
    const before = readSetting("language");
    applyStoredSettings(data.settings, person);
    if (switchToStoredLanguage(person, before)) setOther(languageAfterReload());
  }, [person, data, isFetching]);
  useEffect(() => {
    // A storage event means that the language may have been changed in another tab.
    const hear = () => setOther(languageAfterReload());
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, []);
  if (other === undefined) return null;
  return (
    <div className="px-4 pt-3 sm:px-6">
      <Notice
        hue="info"
        title={text("Your language is now {language}", { language: languages[other].name })}
        live
        act={{ label: text("Reload"), run: () => window.location.reload() }}
      >
        {text("This page goes on as it is. What you have typed stays until you reload.")}
      </Notice>
    </div>
  );
}
