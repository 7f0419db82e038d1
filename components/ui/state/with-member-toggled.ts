/** Returns a copy of the set in which one member is added, or removed if it is in the set already. */
export function withMemberToggled<Member>(members: ReadonlySet<Member>, member: Member): ReadonlySet<Member> {
  const next = new Set(members);
  if (!next.delete(member)) next.add(member);
  return next;
}
