"use client";

import { text } from "#lib/language/text.ts";
import { AppearanceCard } from "./appearance-card.tsx";
import { ClustersCard } from "./clusters-card.tsx";
import { KeysCard } from "./keys-card.tsx";
import { NoticesCard } from "./notices-card.tsx";
import { StoredNote } from "./stored-note.tsx";

/** How Almanac looks and behaves for one person, on every device. */
export function SettingsScreen() {
  return (
    <div className="scrollbar-thin relative min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-3xl flex-col gap-4">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Settings")}</h1>
        <p className="text-base text-pretty text-secondary">
          {text("Yours alone, on every device that you sign in with. Each holds as soon as you choose it.")}
        </p>
        <StoredNote />
        <AppearanceCard />
        <ClustersCard />
        <NoticesCard />
        <KeysCard />
      </div>
    </div>
  );
}
