import { ExternalLink } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";

const shortcuts: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ["/"], does: "Search" },
  { keys: ["f"], does: "Show or hide filters" },
  { keys: ["j", "k"], does: "Next or previous row" },
  { keys: ["Enter"], does: "Open the cluster of the focused row" },
  { keys: ["."], does: "Show changes held back while a list has the focus" },
  { keys: ["a"], does: "Open the actions of a cluster" },
  { keys: ["u"], does: "Undo before sending" },
  { keys: ["l"], does: "Next component on a cluster's updates" },
  { keys: ["z"], does: "Switch the time zone" },
  { keys: ["?"], does: "Open this help" },
];

const searches: readonly { readonly text: string; readonly finds: string }[] = [
  { text: "prod eu", finds: "both words, anywhere in name, project, seed, region, versions" },
  { text: "status:unhealthy", finds: "a field and its value; Enter turns it into a filter" },
  { text: "k8s:1.33.*", finds: "a pattern" },
  { text: "-purpose:production", finds: "everything but that" },
  { text: '"two words"', finds: "exactly this text" },
];

interface HelpDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly opener: RefObject<HTMLElement | null>;
}

export function HelpDialog({ open, onOpenChange, opener }: HelpDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      opener={opener}
      title="Keys and search"
      footer={
        <>
          <a
            href="https://gardener.cloud/docs/"
            target="_blank"
            rel="noreferrer"
            className="mr-auto inline-flex items-center gap-1.5 text-base font-medium text-link hover:underline"
          >
            Gardener's documentation
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
        </>
      }
    >
      <h3 className="mt-1 mb-1 text-sm font-semibold text-tertiary">Keys</h3>
      <dl className="divide-y divide-hairline">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-1.5">
            <dd className="order-first text-base text-secondary">{does}</dd>
            <dt className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 mb-1 text-sm font-semibold text-tertiary">Search</h3>
      <dl className="divide-y divide-hairline">
        {searches.map(({ text, finds }) => (
          <div key={text} className="grid grid-cols-[10.5rem_1fr] gap-4 py-1.5 max-sm:grid-cols-1 max-sm:gap-0">
            <dt>
              <code className="text-sm">{text}</code>
            </dt>
            <dd className="text-base text-secondary">{finds}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
