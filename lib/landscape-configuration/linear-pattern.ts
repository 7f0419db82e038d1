import { fail, ok, type Result } from "#lib/result.ts";

/** Checks a text in time that grows with its length times the pattern's, whatever both are. */
export type LinearPattern = (text: string) => boolean;

type Step =
  | { readonly kind: "character"; readonly admits: (character: string) => boolean }
  | { readonly kind: "start" | "end" | "match" }
  | { readonly kind: "fork"; first: number; second: number };

type Node =
  | { readonly kind: "character"; readonly admits: (character: string) => boolean }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly least: number; readonly most: number };

const mostSteps = 5_000;
const mostVisits = 4 * mostSteps;
const longestText = 1_000;
const deepest = 50;

/**
 * Compiles a pattern of a regular expression in the subset that can be matched without backtracking: characters,
 * classes, groups, alternatives, repetitions and anchors. The time of a match is bounded, unlike that of `RegExp`.
 *
 * @returns the reason if the pattern has something else, such as a look-ahead or a back-reference
 */
export function compileLinearPattern(pattern: string): Result<LinearPattern, string> {
  try {
    const node = new PatternReader(pattern).read();
    const steps: Step[] = [];
    emit(node, { steps, visits: 0 });
    steps.push({ kind: "match" });
    return ok((text) => text.length <= longestText && matches(steps, text));
  } catch (error) {
    if (error instanceof UnsupportedPattern) return fail(error.message);
    throw error;
  }
}

class UnsupportedPattern extends Error {}

const isDigit = (character: string) => character >= "0" && character <= "9";
const isWordCharacter = (character: string) => /^\w$/.test(character);
const isSpace = (character: string) => /^\s$/.test(character);
const classes: Readonly<Record<string, (character: string) => boolean>> = {
  d: isDigit,
  D: (character) => !isDigit(character),
  w: isWordCharacter,
  W: (character) => !isWordCharacter(character),
  s: isSpace,
  S: (character) => !isSpace(character),
};
const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", "0": "\0" };

/** Recursive descent over the pattern. */
class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  read(): Node {
    const node = this.#choice();
    if (this.#at < this.#characters.length) throw new UnsupportedPattern("has a bracket that nothing opens");
    return node;
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take("|")) parts.push(this.#sequence());
    return { kind: "choice", parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    for (let next = this.#peek(); next !== undefined && next !== "|" && next !== ")"; next = this.#peek()) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: "sequence", parts };
  }

  #repeated(part: Node): Node {
    const range = this.#range();
    if (range === undefined) return part;
    this.#take("?");
    if (this.#range() !== undefined) throw new UnsupportedPattern("repeats a repetition");
    return { kind: "repeat", part, ...range };
  }

  #range(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take("*")) return { least: 0, most: Number.POSITIVE_INFINITY };
    if (this.#take("+")) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (this.#take("?")) return { least: 0, most: 1 };
    const [whole, least = "", comma, most = ""] =
      /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.#characters.slice(this.#at, this.#at + 11).join("")) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    const end = comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    if (end < Number(least)) throw new UnsupportedPattern("has a repetition that ends before it begins");
    return { least: Number(least), most: end };
  }

  #atom(): Node {
    const character = this.#next();
    if (character === "(") return this.#group();
    if (character === "[") return { kind: "character", admits: this.#class() };
    if (character === ".") return { kind: "character", admits: (each) => each !== "\n" && each !== "\r" };
    if (character === "^") return { kind: "start" };
    if (character === "$") return { kind: "end" };
    if (character === "\\") return { kind: "character", admits: this.#escape() };
    if ("*+?".includes(character)) throw new UnsupportedPattern("repeats nothing");
    return { kind: "character", admits: (each) => each === character };
  }

  #group(): Node {
    this.#depth += 1;
    if (this.#depth > deepest) throw new UnsupportedPattern("is nested too deeply");
    if (this.#take("?") && !this.#take(":")) throw new UnsupportedPattern("has a look-around or a named group");
    const node = this.#choice();
    if (!this.#take(")")) throw new UnsupportedPattern("has a bracket that nothing closes");
    this.#depth -= 1;
    return node;
  }

  #class(): (character: string) => boolean {
    const isNegated = this.#take("^");
    const members: ((character: string) => boolean)[] = [];
    while (!this.#take("]")) members.push(this.#member());
    return (character) => members.some((admits) => admits(character)) !== isNegated;
  }

  #member(): (character: string) => boolean {
    const first = this.#next();
    if (first === "\\") {
      const literal = this.#literalEscape();
      return literal === undefined ? this.#escape() : this.#span(literal);
    }
    return this.#span(first);
  }

  /** A single character of a class, or a range that begins with it. */
  #span(first: string): (character: string) => boolean {
    if (this.#peek() !== "-" || this.#characters[this.#at + 1] === "]") return (character) => character === first;
    this.#next();
    const end = this.#next();
    const last = end === "\\" ? this.#literalEscape() : end;
    if (last === undefined || last < first) throw new UnsupportedPattern("has a range that ends before it begins");
    return (character) => character >= first && character <= last;
  }

  /** The character that an escape stands for; undefined, without reading it, if it stands for several. */
  #literalEscape(): string | undefined {
    const character = this.#peek() ?? "";
    if (Object.hasOwn(classes, character)) return undefined;
    this.#at += 1;
    const control = controls[character];
    if (control !== undefined) return control;
    if (character === "" || /[\p{L}\d]/u.test(character)) {
      throw new UnsupportedPattern(`has \\${character}, which Almanac does not check`);
    }
    return character;
  }

  #escape(): (character: string) => boolean {
    const literal = this.#literalEscape();
    if (literal !== undefined) return (character) => character === literal;
    return classes[this.#next()] ?? (() => false);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(expected: string): boolean {
    if (this.#peek() !== expected) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const character = this.#peek();
    if (character === undefined) throw new UnsupportedPattern("ends too early");
    this.#at += 1;
    return character;
  }
}

/** The steps of a pattern, with the number of nodes that were visited for them: a part without steps counts too. */
interface Program {
  readonly steps: Step[];
  visits: number;
}

function emit(node: Node, program: Program): void {
  const { steps } = program;
  program.visits += 1;
  if (steps.length > mostSteps || program.visits > mostVisits) throw new UnsupportedPattern("is too large");
  switch (node.kind) {
    case "sequence":
      for (const part of node.parts) emit(part, program);
      return;
    case "choice":
      emitChoice(node.parts, program);
      return;
    case "repeat":
      emitRepeat(node, program);
      return;
    default:
      steps.push(node);
  }
}

function emitChoice([first, ...others]: readonly Node[], program: Program): void {
  if (first === undefined) return;
  if (others.length === 0) {
    emit(first, program);
    return;
  }
  const { steps } = program;
  const fork = pushFork(steps);
  fork.first = steps.length;
  emit(first, program);
  const leave = pushFork(steps);
  fork.second = steps.length;
  emitChoice(others, program);
  leave.first = steps.length;
  leave.second = steps.length;
}

function emitRepeat({ part, least, most }: Extract<Node, { kind: "repeat" }>, program: Program): void {
  const { steps } = program;
  for (let done = 0; done < least; done += 1) emit(part, program);
  if (most === Number.POSITIVE_INFINITY) {
    const at = steps.length;
    const fork = pushFork(steps);
    fork.first = steps.length;
    emit(part, program);
    const back = pushFork(steps);
    back.first = at;
    back.second = at;
    fork.second = steps.length;
    return;
  }
  const forks: Extract<Step, { kind: "fork" }>[] = [];
  for (let done = least; done < most; done += 1) {
    const fork = pushFork(steps);
    fork.first = steps.length;
    forks.push(fork);
    emit(part, program);
  }
  for (const fork of forks) fork.second = steps.length;
}

function pushFork(steps: Step[]): Extract<Step, { kind: "fork" }> {
  const fork = { kind: "fork" as const, first: 0, second: 0 };
  steps.push(fork);
  return fork;
}

/** Whether the pattern matches anywhere in the text. All threads go through the text together. */
function matches(steps: readonly Step[], text: string): boolean {
  const characters = [...text];
  let threads = new Set<number>();
  for (let at = 0; at <= characters.length; at += 1) {
    const reached = new Set<number>();
    for (const thread of [...threads, 0]) follow(thread, at, reached);
    const character = characters[at];
    threads = new Set();
    for (const thread of reached) {
      const step = steps[thread];
      if (step?.kind === "match") return true;
      if (step?.kind === "character" && character !== undefined && step.admits(character)) threads.add(thread + 1);
    }
  }
  return false;

  /** Adds the steps that are reached from one without reading a character. */
  function follow(from: number, at: number, reached: Set<number>): void {
    const open = [from];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      const step = steps[next];
      if (step?.kind === "fork") open.push(step.first, step.second);
      else if (step?.kind === "start" && at === 0) open.push(next + 1);
      else if (step?.kind === "end" && at === characters.length) open.push(next + 1);
    }
  }
}
