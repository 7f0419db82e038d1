import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { inputClass } from "#components/ui/form/input-class.ts";
import { useToast } from "#components/ui/overlay/toast.tsx";
import {
  noticeLimits,
  type RuleSubject,
  type WatchedEvents,
  type WatchRuleEvent,
  watchedEventNames,
} from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { watchEventChoices, watchEventNumberRanges } from "#lib/notices/event-labels.ts";
import { ruleSubjectLabel } from "#lib/notices/rule-subject.ts";
import { NamedItemDialogForm } from "../fleet-parts/named-item-dialog-form.tsx";
import { noticesQuery } from "../queries/notice-queries.ts";
import { useReadOnlyReason } from "../session/use-read-only.ts";
import type { OpenRuleTask } from "./open-rule-task.ts";
import { RuleSubjectField } from "./rule-subject-field.tsx";
import { useNoticeChange } from "./use-notice-change.ts";

const none: readonly never[] = [];

type Numbered = keyof typeof watchEventNumberRanges;

/** Form of a watch rule: about which events of a cluster or a saved view the user is notified. */
export function RuleForm({ task, opener, onClose }: OpenRuleTask & { readonly onClose: () => void }) {
  const back = useRef(opener);
  const held = task.kind === "edit" ? task.rule : undefined;
  const { first, chooses } = startOf(task);
  const [subject, setSubject] = useState(first.subject);
  const label = ruleSubjectLabel(subject);
  const [typedName, setName] = useState(first.name);
  const name = typedName ?? label.slice(0, noticeLimits.name);
  const [events, setEvents] = useState(first.events);
  const destinations = useQuery(noticesQuery).data?.destinations ?? none;
  const [chosen, setChosen] = useState<readonly string[]>(held?.to ?? none);
  const to = destinations.map(({ id }) => id).filter((id) => chosen.includes(id));
  const changing = useNoticeChange();
  const toast = useToast();
  const whyNot = useWhyNot();
  const isEmpty = Object.keys(events).length === 0;
  const pending = changing.isPending ? text("The rule is being saved.") : undefined;
  const save = () =>
    changing.mutate(
      held
        ? { kind: "change", id: held.id, seen: held.at, name, events, to }
        : { kind: "save", name, subject, events, to },
      {
        onSuccess: () => {
          toast({
            kind: "success",
            id: "rule-saved",
            title: text("The rule {name} was saved", { name: name.trim() }),
            href: "/notices",
          });
          onClose();
        },
      },
    );
  return (
    <NamedItemDialogForm
      title={held ? text("Change the rule {name}", { name: held.name }) : text("Tell me when")}
      opener={back}
      onClose={onClose}
      name={name}
      maxLength={noticeLimits.name}
      onName={setName}
      whyNot={whyNot}
      missing={isEmpty ? text("Choose what you want to be told.") : pending}
      submit={text("Save rule")}
      onSubmit={save}
      refused={text("The rule was not saved")}
      error={changing.error}
    >
      {chooses ? (
        <RuleSubjectField subject={subject} onChange={setSubject} />
      ) : (
        <p className="text-sm break-words text-secondary">{text("Watches {words}", { words: label })}</p>
      )}
      <fieldset className="flex flex-col gap-2.5">
        <legend className="pb-1 text-base font-medium">{text("What happens")}</legend>
        {watchedEventNames.map((event) => (
          <EventChoice key={event} event={event} events={events} onChange={setEvents} />
        ))}
      </fieldset>
      {destinations.length > 0 && (
        <fieldset className="flex flex-col gap-2.5">
          <legend className="pb-1 text-base font-medium">{text("Also send to")}</legend>
          {destinations.map(({ id, name: label }) => (
            <CheckField
              key={id}
              label={label}
              checked={chosen.includes(id)}
              onChange={(now) => setChosen(now ? [...chosen, id] : chosen.filter((each) => each !== id))}
              labelClass="min-w-0 text-base break-words"
            />
          ))}
        </fieldset>
      )}
      <p className="text-sm text-pretty text-secondary">
        {text("Notices appear under the bell. What already holds is not reported.")}
        {destinations.length === 0 && ` ${text("On the page Notices you add a chat or another receiver.")}`}
      </p>
    </NamedItemDialogForm>
  );
}

interface FirstValues {
  readonly subject: RuleSubject;
  /** Name of the rule; undefined while its subject is used as its name. */
  readonly name: string | undefined;
  readonly events: WatchedEvents;
}

const usualEvents: WatchedEvents = { unhealthy: watchEventNumberRanges.unhealthy.first };

/** Returns the initial values of the form, and whether it has a field for the subject. */
function startOf(task: OpenRuleTask["task"]): { readonly first: FirstValues; readonly chooses: boolean } {
  if (task.kind === "edit") return { first: task.rule, chooses: false };
  if (task.kind === "new")
    return { first: { subject: task.subject, name: undefined, events: usualEvents }, chooses: false };
  const { name, subject, events = usualEvents } = task.template;
  return { first: { subject, name: name && text(name), events }, chooses: true };
}

interface EventChoiceProps {
  readonly event: WatchRuleEvent;
  readonly events: WatchedEvents;
  readonly onChange: (events: WatchedEvents) => void;
}

function EventChoice({ event, events, onChange }: EventChoiceProps) {
  const label = text(watchEventChoices[event][0]);
  const checked = events[event] !== undefined;
  const choose = (now: boolean) => {
    const { [event]: _, ...others } = events;
    if (!now) onChange(others);
    else
      onChange(
        isNumbered(event) ? { ...others, [event]: watchEventNumberRanges[event].first } : { ...others, [event]: true },
      );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <CheckField label={label} checked={checked} onChange={choose} labelClass="text-base" />
      {isNumbered(event) && <EventNumber event={event} events={events} onChange={onChange} />}
    </div>
  );
}

function EventNumber({ event, events, onChange }: EventChoiceProps & { readonly event: Numbered }) {
  const { least, most, first } = watchEventNumberRanges[event];
  const [label, unit] = [text(watchEventChoices[event][0]), text(watchEventChoices[event][1])];
  const held = events[event];
  return (
    <span className="flex items-center gap-2 text-base">
      <input
        type="number"
        aria-label={text("{label}, in {unit}", { label, unit })}
        min={least}
        max={most}
        required={held !== undefined}
        disabled={held === undefined}
        value={held === undefined ? first : Number.isNaN(held) ? "" : held}
        onChange={({ target }) => onChange({ ...events, [event]: target.valueAsNumber })}
        className={`${inputClass} h-8 w-20 text-base`}
      />
      {unit}
    </span>
  );
}

function isNumbered(event: WatchRuleEvent): event is Numbered {
  return event in watchEventNumberRanges;
}

/** Returns the reason why no rule can be saved now. */
function useWhyNot(): string | undefined {
  const readOnly = useReadOnlyReason();
  const { data } = useQuery(noticesQuery);
  return readOnly ?? data?.unavailable;
}
