const HUES = 6;

/** Returns one of the few colours that tell people apart. */
export const hueOf = (jid: string): number =>
  [...jid].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 0) % HUES;

/** The initials of a name. Pictures of contacts are on servers of others, which the page asks for nothing. */
export function Avatar({ jid, name }: { jid: string; name: string }) {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]);
  return (
    <span class="avatar" data-hue={hueOf(jid)} aria-hidden="true">
      {initials.join('').toUpperCase() || name.replace(/\D/g, '').slice(-2)}
    </span>
  );
}
