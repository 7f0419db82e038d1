/**
 * Remembers an answer under a path of keys. Walking a path of texts that are already there is far cheaper than joining
 * them into one, because a joined text has to be built and hashed anew each time.
 */
export interface AnswerNode<Answer> {
  /** Most nodes are leaves, and a map for each of them would cost more than all answers. */
  next: Map<string | number, AnswerNode<Answer>> | undefined;
  held: { readonly answer: Answer } | undefined;
}

export function answerNode<Answer>(): AnswerNode<Answer> {
  return { next: undefined, held: undefined };
}

/** The node under a key, made when it is new. */
export function stepTo<Answer>(node: AnswerNode<Answer>, key: string | number): AnswerNode<Answer> {
  const known = node.next?.get(key);
  if (known !== undefined) return known;
  const made = answerNode<Answer>();
  node.next ??= new Map();
  node.next.set(key, made);
  return made;
}

/** The answer that the node holds, or the one that `make` gives. */
export function answerAt<Answer>(node: AnswerNode<Answer>, make: () => Answer): Answer {
  node.held ??= { answer: make() };
  return node.held.answer;
}
