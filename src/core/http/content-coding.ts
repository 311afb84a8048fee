/** Bodies are read as they were sent: what a compressed one would become is not known before it is held in memory. */
import { failure } from '../shared/errors.ts';

/** No coding at all, however often it is said. */
const PLAIN = /^[\s,]*(?:identity[\s,]*)*$/i;

/** Throws `unsupported_media` for a compressed body. The answer says what is accepted, see RFC 9110, 12.5.3. */
export function refuseContentCoding({ headers }: Pick<Request, 'headers'>): void {
  const coding = headers.get('content-encoding');
  if (coding === null || PLAIN.test(coding)) return;
  throw failure(
    'content_encoding_refused',
    {},
    {
      hint: `content-encoding: ${/^[\w.+, -]{1,64}/.exec(coding)?.[0] ?? 'an unknown coding'} was sent`,
      headers: { 'accept-encoding': 'identity' },
    },
  );
}
