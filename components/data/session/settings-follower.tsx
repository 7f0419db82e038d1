"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { settingsQuery } from "../queries/settings-queries.ts";
import { settingNow, takeSettings } from "../settings/device-settings.ts";
import { followLanguage } from "../settings/page-language.ts";

/** Brings what the garden keeps of this person into this browser. */
export function SettingsFollower({ person }: { readonly person: string }) {
  const { data, isFetching } = useQuery(settingsQuery);
  useEffect(() => {
    // Where settings are not available, what this browser has of another person goes nevertheless.
    if (data === undefined || isFetching) return;
    const before = settingNow("language");
    takeSettings(data.settings, person);
    followLanguage(person, before);
  }, [person, data, isFetching]);
  return null;
}
