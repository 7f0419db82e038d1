import { Bomb, type LucideIcon, Moon, Play, RotateCw, Sun, Trash2, Wrench } from "lucide-react";
import { type ActAtOnce, type ActAtOnceId, actsAtOnce } from "#lib/act/acts-at-once.ts";
import { text } from "#lib/language/text.ts";
import type { MenuAct } from "./menu-acts.tsx";

const icons: Readonly<Record<ActAtOnceId, LucideIcon>> = {
  reconcile: Play,
  retry: RotateCw,
  maintain: Wrench,
  hibernate: Moon,
  "wake-up": Sun,
  delete: Trash2,
  "force-delete": Bomb,
};

/** Menu item of an action: its title, icon, key and obstacle. */
export function menuActOf(id: ActAtOnceId, reason: string | undefined): MenuAct {
  const { title, act, letter }: ActAtOnce = actsAtOnce[id];
  return { title: text(title), act, icon: icons[id], ...(letter !== undefined && { letter }), reason };
}
