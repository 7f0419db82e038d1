/** The same members but for one, which is taken out where it is among them and put in where it is not. */
export function toggled<Member>(members: ReadonlySet<Member>, member: Member): ReadonlySet<Member> {
  const next = new Set(members);
  if (!next.delete(member)) next.add(member);
  return next;
}
