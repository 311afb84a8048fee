/** Spellings of one person's phone number: some countries have added a digit that older addresses do without. Pure. */

/** The country's code, what mobile numbers have after it (with their area's digits), and the digit that was added. */
const ADDED: readonly (readonly [RegExp, string])[] = [
  // Brazil: a 9 before the eight digits of the subscriber.
  [/^(55\d{2})(\d{8})$/, '9'],
  // Mexico and Argentina: a 1 or a 9 after the country's code.
  [/^(52)(\d{10})$/, '1'],
  [/^(54)(\d{10})$/, '9'],
];

/** The JIDs that a person with this JID may have a chat under, the given one first; any other JID is its only one. */
export function spellingsOf(jid: string): string[] {
  const [digits = '', server] = jid.split('@');
  if (server !== 's.whatsapp.net') return [jid];
  const others = ADDED.flatMap(([short, added]) => [
    ...(short.test(digits) ? [digits.replace(short, `$1${added}$2`)] : []),
    ...shorter(digits, short, added),
  ]);
  return [jid, ...others.map((number) => `${number}@${server}`)];
}

/** Without the added digit, where it is there. */
function shorter(digits: string, short: RegExp, added: string): string[] {
  const prefix = digits.startsWith('55') ? 4 : 2;
  const without = digits.slice(0, prefix) + digits.slice(prefix + 1);
  return digits[prefix] === added && short.test(without) ? [without] : [];
}
