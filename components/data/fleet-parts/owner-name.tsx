/** Owner with the domain visually reduced in narrow columns; the tooltip has the full address. */
export function OwnerName({ owner }: { readonly owner: string }) {
  const at = owner.indexOf("@");
  if (at < 1) return owner;
  return (
    <>
      {owner.slice(0, at)}
      <wbr />
      <span className="sm:sr-only">{owner.slice(at)}</span>
    </>
  );
}
