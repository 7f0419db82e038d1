import { expect, type Page } from "@playwright/test";

/** What the person of a task had to do, as the page itself saw it. */
interface Effort {
  readonly task: number;
  readonly target: EffortTarget;
  readonly clicks: number;
  readonly phrases: number;
  readonly ticks: number;
}

interface EffortTarget {
  readonly what: string;
  /** At most so many pointer actions; ticks of consequences are counted apart. */
  readonly clicks: number;
  /** Texts that have to be typed, such as the name of the cluster. */
  readonly phrases?: number;
  readonly ticks?: number;
}

const measured: Effort[] = [];

/**
 * Counts the real pointer actions of a task, from the page it starts on, and fails when they are more than the target.
 * A click counts where the browser says that a pointer made it: one that a key made does not. Ticks of checkboxes
 * inside a dialog, and the fields that were typed in, are counted apart.
 */
export async function effort(page: Page, task: number, target: EffortTarget, act: () => Promise<void>): Promise<void> {
  const seen: string[] = [];
  const name = `effort${task}x${measured.length}`;
  await page.exposeFunction(name, (kind: string) => {
    seen.push(kind);
  });
  await page.addInitScript(listen, name);
  await page.evaluate(listen, name);
  await act();
  const count = (kind: string) => seen.filter((each) => each === kind).length;
  const phrases = new Set(seen.filter((each) => each.startsWith("type:"))).size;
  const done = { task, target, clicks: count("click"), ticks: count("tick"), phrases };
  measured.push(done);
  expect(done.clicks, `task ${task}, ${target.what}: pointer actions`).toBeLessThanOrEqual(target.clicks);
  expect(done.phrases, `task ${task}, ${target.what}: typed texts`).toBeLessThanOrEqual(target.phrases ?? 0);
  expect(done.ticks, `task ${task}, ${target.what}: ticks`).toBeLessThanOrEqual(target.ticks ?? 0);
}

/** Runs in the page. */
function listen(name: string): void {
  const report = (kind: string) => {
    const tell: unknown = Reflect.get(window, name);
    if (typeof tell === "function") tell(kind);
  };
  const isTick = (target: Element) =>
    target.closest("[role=dialog] [role=checkbox], [role=alertdialog] [role=checkbox]");
  document.addEventListener(
    "click",
    (event) => {
      // A key that presses a button, and a label that passes its click on, have no pointer of their own.
      if (!(event instanceof PointerEvent) || event.pointerType === "" || !(event.target instanceof Element)) return;
      const label = event.target.closest("label");
      const target = label?.control ?? event.target;
      report(isTick(target) ? "tick" : "click");
    },
    true,
  );
  document.addEventListener(
    "input",
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "text")
        report(`type:${target.id || target.name || "field"}`);
    },
    true,
  );
}

/** What was measured so far, a line for each task; undefined when nothing was. */
export function effortTable(): string | undefined {
  if (measured.length === 0) return undefined;
  const head = "task  clicks  target  typed  ticks  what";
  const lines = measured
    .toSorted((a, b) => a.task - b.task)
    .map(({ task, target, clicks, phrases, ticks }) =>
      [
        String(task).padStart(4),
        String(clicks).padStart(6),
        String(target.clicks).padStart(6),
        String(phrases).padStart(5),
        String(ticks).padStart(5),
        target.what,
      ].join("  "),
    );
  return [head, ...lines].join("\n");
}
