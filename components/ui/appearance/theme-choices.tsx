"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { MenuRadioGroup, MenuRadioItem } from "../overlay/menu.tsx";
import { themeStorageKey } from "./appearance-script.ts";
import { useTaste, writeTaste } from "./taste.ts";

const themes = [
  { value: "system", label: "System", icon: <Monitor aria-hidden /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden /> },
] as const;

/** The three choices, for a menu. The choice is painted before the next page's first frame by the appearance script. */
export function ThemeChoices() {
  const theme = useTaste(themeStorageKey) ?? "system";
  return (
    <MenuRadioGroup value={theme} onValueChange={(value) => writeTaste(themeStorageKey, "theme", value)}>
      {themes.map(({ value, label, icon }) => (
        <MenuRadioItem key={value} value={value} onSelect={(event) => event.preventDefault()}>
          {icon}
          {label}
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  );
}
