import { ArrowRightLeft, Bomb, type LucideIcon, Moon, Play, RotateCw, Sun, Trash2, Wrench } from "lucide-react";
import { type ParameterlessAct, type ParameterlessActId, parameterlessActs } from "#lib/act/acts-at-once.ts";
import { text } from "#lib/language/text.ts";
import type { ActMenuEntry } from "./menu-acts.tsx";

const icons: Readonly<Record<ParameterlessActId, LucideIcon>> = {
  reconcile: Play,
  retry: RotateCw,
  maintain: Wrench,
  hibernate: Moon,
  "wake-up": Sun,
  "migrate-binding": ArrowRightLeft,
  delete: Trash2,
  "force-delete": Bomb,
};

/** Returns the menu item of an action: its title, icon, key, and the reason why it is unavailable. */
export function menuItemOfAct(id: ParameterlessActId, reason: string | undefined): ActMenuEntry {
  const { title, act, letter }: ParameterlessAct = parameterlessActs[id];
  return { title: text(title), act, icon: icons[id], ...(letter !== undefined && { letter }), reason };
}
