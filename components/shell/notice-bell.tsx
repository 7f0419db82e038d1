"use client";

import { clsx } from "clsx";
import { Bell } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useRuleNotices } from "#components/data/notices/use-rule-notices.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { useStoredToastMessages } from "#components/data/storage/notices.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { text } from "#lib/language/text.ts";

const NoticeCentre = lazyComponent(async () => (await import("./notice-centre.tsx")).NoticeCentre);

/** Button with the number of unread messages. It opens the stored toast messages and the notices of watch rules. */
export function NoticeBell() {
  const notices = useStoredToastMessages();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const ruleNotices = useRuleNotices();
  const unread = notices.filter(({ read }) => !read);
  const isQuiet = useSetting("bell") === "off";
  const count = unread.length + (isQuiet ? 0 : ruleNotices.filter(({ read }) => !read).length);
  const bad = unread.some(({ kind }) => kind === "error");
  const label = count === 0 ? text("Notifications: none new") : text("Notifications: {count} new", { count });
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="iconSm"
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="relative"
      >
        <Bell aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className={clsx(
              "absolute top-0.5 right-0.5 grid h-3.5 min-w-3.5 place-items-center rounded-full px-0.5 text-[0.625rem] leading-none font-semibold",
              bad ? "bg-danger text-on-danger" : "bg-primary text-on-primary",
            )}
          >
            {Math.min(count, 99)}
          </span>
        )}
      </Button>
      <Suspense>{open && <NoticeCentre anchor={button} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
