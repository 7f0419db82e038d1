import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";

interface ProfileDraftNoticesProps {
  /** Whether the draft was made from an earlier state of the profile. */
  readonly isOutdated: boolean;
  /** Brings the draft onto the present state of the profile. */
  readonly onBringOver: () => void;
  /** What became of the draft when the profile was read again. */
  readonly note: string | undefined;
}

/** Says above the draft of a profile that the profile has changed meanwhile. */
export function ProfileDraftNotices({ isOutdated, onBringOver, note }: ProfileDraftNoticesProps) {
  return (
    <>
      {isOutdated && (
        <Notice
          hue="caution"
          title={text("Your draft is from an earlier state of the profile")}
          act={{ label: text("Bring it over"), run: onBringOver }}
        >
          {text("The profile has changed since. Bring your change onto what it is now, or start over.")}
        </Notice>
      )}
      {note !== undefined && (
        <Notice hue="info" title={note} live>
          {text("Look at the effect again before you apply it.")}
        </Notice>
      )}
    </>
  );
}
