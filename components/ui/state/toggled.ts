/** Returns the set with one member toggled. */
export function toggled<Member>(members: ReadonlySet<Member>, member: Member): ReadonlySet<Member> {
  const next = new Set(members);
  if (!next.delete(member)) next.add(member);
  return next;
}
