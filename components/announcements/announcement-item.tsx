import { useRef, useState } from "react";
import { useErrorToast } from "#components/data/calls/use-error-toast.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { Tag } from "#components/ui/tag.tsx";
import { isShownAt } from "#lib/announcements/concerned.ts";
import { announcementPlaceLabel } from "#lib/announcements/place-label.ts";
import { announcementDaysLabel } from "#lib/announcements/shown-days.ts";
import type { Announcement } from "#lib/contract/announcements/announcements.ts";
import { text } from "#lib/language/text.ts";
import { AnnouncementForm } from "./announcement-form.tsx";
import { useAnnouncementChange } from "./use-announcement-change.ts";

interface AnnouncementItemProps {
  readonly announcement: Announcement;
  readonly mayWrite: boolean;
}

/** One announcement with its place, its time and its author. */
export function AnnouncementItem({ announcement, mayWrite }: AnnouncementItemProps) {
  const { name, text: detail, importance, place, by, at } = announcement;
  const now = useNow(60_000);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-base font-medium break-words">{name}</span>
          {importance === "warning" && <Tag hue="caution">{text("Warning")}</Tag>}
          {!isShownAt(announcement, now) && <Tag hue="neutral">{text("Not shown now")}</Tag>}
        </p>
        <p className="text-base break-words text-secondary">{announcementPlaceLabel(place)}</p>
        {detail !== undefined && detail !== "" && (
          <p className="mt-1 text-base">
            <LongText text={detail} />
          </p>
        )}
        <p className="mt-1 text-sm break-words text-secondary">
          {announcementDaysLabel(announcement)}{" "}
          {richText("By {by}, <at></at>", { by, at: () => <TimestampText at={at} form="relative" /> })}
        </p>
      </div>
      {mayWrite && <AnnouncementActs announcement={announcement} />}
    </li>
  );
}

function AnnouncementActs({ announcement }: Pick<AnnouncementItemProps, "announcement">) {
  const { id, name, at } = announcement;
  const [isEditing, setIsEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const readOnly = useReadOnlyReason();
  const changing = useAnnouncementChange();
  const toast = useToast();
  const showFault = useErrorToast();
  const ofThis = <span className="sr-only"> {name}</span>;
  const remove = () =>
    changing.mutate(
      { kind: "delete", id, seen: at },
      {
        onSuccess: () =>
          toast({
            kind: "success",
            id: `announcement-${id}`,
            title: text("The announcement {name} was deleted", { name }),
          }),
        onError: showFault(`announcement-${id}`, text("The announcement was not deleted")),
      },
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={opener} size="sm" disabledReason={readOnly} onClick={() => setIsEditing(true)}>
        {text("Edit…")}
        {ofThis}
      </Button>
      <Button
        size="sm"
        disabledReason={readOnly ?? (changing.isPending ? text("Being deleted.") : undefined)}
        onClick={remove}
      >
        {text("Delete")}
        {ofThis}
      </Button>
      {isEditing && (
        <AnnouncementForm announcement={announcement} opener={opener} onClose={() => setIsEditing(false)} />
      )}
    </div>
  );
}
