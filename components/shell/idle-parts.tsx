"use client";

import { AnnouncementNotices } from "#components/data/announcements/announcement-notices.tsx";
import { RuleDialogs } from "#components/data/notices/rule-dialogs.tsx";
import { SettingsSynchronizer } from "#components/data/session/settings-synchronizer.tsx";
import { TemplateDialogs } from "#components/data/templates/template-dialogs.tsx";
import { ViewDialogs } from "#components/data/views/view-dialogs.tsx";
import { SessionNotices } from "./session-notices.tsx";
import { WallMonitorFrame } from "./wall-monitor-frame.tsx";

/** Parts of every page that nobody needs at its start: notices, and dialogs that any page can open. */
export function IdleParts() {
  return (
    <>
      <WallMonitorFrame />
      <SessionNotices />
      <AnnouncementNotices />
      <SettingsSynchronizer />
      <ViewDialogs />
      <RuleDialogs />
      <TemplateDialogs />
    </>
  );
}
