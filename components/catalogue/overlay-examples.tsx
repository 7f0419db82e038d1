import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ChoicePopover } from "#components/ui/overlay/choice-popover.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";

const toasts = [
  { kind: "success", title: "It was done" },
  { kind: "info", title: "It is on its way", detail: "It can take some minutes.", href: "/operations" },
  { kind: "error", title: "It was not done", detail: "The garden refused it." },
] as const;

/** Catalogue section with overlays: dialogs, menus, popovers and toasts. */
export function OverlayExamples() {
  return (
    <Card id="overlays" title="What opens">
      <div className="flex flex-wrap items-center gap-2">
        <DialogPiece title="A dialog" />
        <DialogPiece title="A wide dialog" wide />
        <DialogPiece title="An alert" alert />
        <PopoverPiece />
        <ChoicePiece />
        <LazyMenu
          trigger={<Button>A menu</Button>}
          items={
            <>
              <MenuLabel>A group</MenuLabel>
              <MenuItem>An item</MenuItem>
              <MenuItem disabled>A disabled item</MenuItem>
              <MenuSeparator />
            </>
          }
        />
        <ToastPieces />
      </div>
    </Card>
  );
}

function DialogPiece({
  title,
  ...look
}: {
  readonly title: string;
  readonly wide?: boolean;
  readonly alert?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={opener} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <Dialog
          {...look}
          onClose={() => setOpen(false)}
          opener={opener}
          title={title}
          description="The act and its object stand in the heading."
          footer={
            <DialogClose asChild>
              <Button variant="primary">Done</Button>
            </DialogClose>
          }
        >
          <p className="text-base">What it is about.</p>
        </Dialog>
      )}
    </>
  );
}

const fruit = ["Apple", "Pear", "Plum"];

function ChoicePiece() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const found = fruit.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  return (
    <>
      <Button ref={anchor} onClick={() => setOpen(true)}>
        A choice
      </Button>
      {open && (
        <ChoicePopover
          anchor={anchor}
          onClose={() => setOpen(false)}
          labels={{ popover: "Choose a fruit", input: "Search fruit", list: "Fruit" }}
          placeholder="Search fruit"
          typed={typed}
          onType={setTyped}
          groups={[
            { title: "Fruit", choices: found.map((name) => ({ key: name, content: name, onChoose: () => undefined })) },
          ]}
          status={found.length === 0 ? "No fruit matches." : ""}
        />
      )}
    </>
  );
}

function PopoverPiece() {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={anchor} aria-expanded={open} onClick={() => setOpen(!open)}>
        A popover
      </Button>
      {open && (
        <Popover anchor={anchor} onClose={() => setOpen(false)} label="What a popover holds">
          <Button size="sm" onClick={() => setOpen(false)}>
            Done
          </Button>
        </Popover>
      )}
    </>
  );
}

function ToastPieces() {
  const toast = useToast();
  return toasts.map((message) => (
    <Button key={message.kind} onClick={() => toast({ ...message, id: message.kind })}>
      A notification: {message.kind}
    </Button>
  ));
}
