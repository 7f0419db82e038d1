import { Link } from "#components/ui/address/link.tsx";
import { announcementPlaceLabel } from "#lib/announcements/place-label.ts";
import { text } from "#lib/language/text.ts";
import { useShownAnnouncements } from "./use-shown-announcements.ts";

/** What the garden's operators announce now, as lines among the notices, also what the user has hidden elsewhere. */
export function AnnouncementLines({ onFollow }: { readonly onFollow: () => void }) {
  const shown = useShownAnnouncements();
  if (shown.length === 0) return null;
  return (
    <section aria-label={text("From your operators")} className="max-h-40 overflow-y-auto border-b border-hairline">
      <ul className="divide-y divide-hairline">
        {shown.map(({ id, name, place }) => (
          <li key={id} className="px-4 py-2.5 text-base break-words">
            <Link href="/announcements" onClick={onFollow} className="hover:text-link hover:underline">
              {name}
            </Link>
            <span className="block text-sm text-secondary">{announcementPlaceLabel(place)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
