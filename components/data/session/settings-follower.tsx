import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Notice } from "#components/ui/notice.tsx";
import { type Language, languages } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import { settingsQuery } from "../queries/settings-queries.ts";
import { applyStoredSettings, readSetting } from "../settings/device-settings.ts";
import { followLanguage, languageAfterReload } from "../settings/page-language.ts";

/**
 * Applies the user's settings from the garden in this browser, also when they return to the tab. An open page keeps its
 * language, server answers included, and offers the one chosen elsewhere.
 */
export function SettingsFollower({ person }: { readonly person: string }) {
  const { data, isFetching } = useQuery({ ...settingsQuery, refetchOnWindowFocus: true });
  const [other, setOther] = useState<Language>();
  useEffect(() => {
    // Also runs where settings are unavailable, to remove those of another user from this browser.
    if (data === undefined || isFetching) return;
    const before = readSetting("language");
    applyStoredSettings(data.settings, person);
    if (followLanguage(person, before)) setOther(languageAfterReload());
  }, [person, data, isFetching]);
  useEffect(() => {
    // The storage event reports a language chosen in another tab.
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
