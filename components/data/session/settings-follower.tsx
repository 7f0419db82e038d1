import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Notice } from "#components/ui/notice.tsx";
import { type Language, languages } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import { settingsQuery } from "../queries/settings-queries.ts";
import { settingNow, takeSettings } from "../settings/device-settings.ts";
import { followLanguage, otherLanguage } from "../settings/page-language.ts";

/**
 * Brings what the garden keeps of this person into this browser, also when they come back to a tab. A page that lies open
 * goes on in the language that it has, answers of the server too, and offers the one that was chosen elsewhere.
 */
export function SettingsFollower({ person }: { readonly person: string }) {
  const { data, isFetching } = useQuery({ ...settingsQuery, refetchOnWindowFocus: true });
  const [other, setOther] = useState<Language>();
  useEffect(() => {
    // Where settings are not available, what this browser has of another person goes nevertheless.
    if (data === undefined || isFetching) return;
    const before = settingNow("language");
    takeSettings(data.settings, person);
    if (followLanguage(person, before)) setOther(otherLanguage());
  }, [person, data, isFetching]);
  useEffect(() => {
    // Another tab has chosen: this one is told of it by the storage that both have.
    const hear = () => setOther(otherLanguage());
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
