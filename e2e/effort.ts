import { expect, type Page } from "@playwright/test";

/** What a user had to do for a task, as measured in the page. */
interface Effort {
  readonly task: number;
  readonly target: EffortTarget;
  readonly clicks: number;
  readonly phrases: number;
  readonly fields: number;
  readonly ticks: number;
}

interface EffortTarget {
  readonly what: string;
  /** Maximum number of pointer actions, without ticked checkboxes. */
  readonly clicks: number;
  /** Texts that have to be typed to confirm, such as the name of the cluster. */
  readonly phrases?: number;
  /** Other fields that have to be filled in, be it by typing or by choosing: a search, a date, a zone. */
  readonly fields?: number;
  readonly ticks?: number;
}

const measured: Effort[] = [];

/**
 * Counts the real pointer actions of a task, from the page it starts on, and fails when they are more than the target.
 * A click counts where the browser says that a pointer made it: one that a key made does not. Ticks of checkboxes
 * inside a dialog, phrases that confirm, and other fields that were filled in are counted apart.
 */
export async function measureEffort(
  page: Page,
  task: number,
  target: EffortTarget,
  act: () => Promise<void>,
): Promise<void> {
  const seen: string[] = [];
  const name = `effort${task}x${measured.length}`;
  await page.exposeFunction(name, (kind: string) => {
    seen.push(kind);
  });
  await page.addInitScript(listen, name);
  await page.evaluate(listen, name);
  await act();
  const count = (kind: string) => seen.filter((each) => each === kind).length;
  const filled = (kind: string) => new Set(seen.filter((each) => each.startsWith(`${kind}:`))).size;
  const [phrases, fields] = [filled("phrase"), filled("field")];
  const done = { task, target, clicks: count("click"), ticks: count("tick"), phrases, fields };
  measured.push(done);
  expect(done.clicks, `task ${task}, ${target.what}: pointer actions`).toBeLessThanOrEqual(target.clicks);
  expect(done.phrases, `task ${task}, ${target.what}: typed phrases`).toBeLessThanOrEqual(target.phrases ?? 0);
  expect(done.fields, `task ${task}, ${target.what}: fields filled in`).toBeLessThanOrEqual(target.fields ?? 0);
  expect(done.ticks, `task ${task}, ${target.what}: ticks`).toBeLessThanOrEqual(target.ticks ?? 0);
}

/** Counts the user's actions. This function runs in the page. */
function listen(name: string): void {
  const report = (kind: string) => {
    const tell: unknown = Reflect.get(window, name);
    if (typeof tell === "function") tell(kind);
  };
  const isTick = (target: Element) =>
    target.closest("[role=dialog] [role=checkbox], [role=alertdialog] [role=checkbox]");
  let passedOn: Element | undefined;
  document.addEventListener(
    "click",
    (event) => {
      // A label's click comes once more, from its control.
      const isRepeated = event.target === passedOn;
      passedOn = undefined;
      // A key that presses a button has no pointer of its own.
      const isPointers = event instanceof PointerEvent && event.pointerType !== "";
      if (isRepeated || !isPointers || !(event.target instanceof Element)) return;
      const target = event.target.closest("label")?.control ?? event.target;
      if (target !== event.target) passedOn = target;
      report(isTick(target) ? "tick" : "click");
    },
    true,
  );
  document.addEventListener(
    "input",
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const isInput = target instanceof HTMLInputElement;
      if (isInput && ["checkbox", "radio"].includes(target.type)) return;
      const isPhrase =
        isInput && [...(target.labels ?? [])].some(({ textContent }) => textContent.endsWith("to confirm"));
      report(`${isPhrase ? "phrase" : "field"}:${target.id || target.getAttribute("name") || target.role}`);
    },
    true,
  );
}

/** Table of all measured tasks, one line each; undefined if none was measured. */
export function formatEffortTable(): string | undefined {
  if (measured.length === 0) return undefined;
  const head = "task  clicks  target  ticks  phrases  fields  what";
  const lines = measured
    .toSorted((a, b) => a.task - b.task)
    .map(({ task, target, clicks, ticks, phrases, fields }) =>
      [
        String(task).padStart(4),
        String(clicks).padStart(6),
        String(target.clicks).padStart(6),
        String(ticks).padStart(5),
        String(phrases).padStart(7),
        String(fields).padStart(6),
        target.what,
      ].join("  "),
    );
  return [head, ...lines].join("\n");
}
