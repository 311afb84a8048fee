/** Finds out who has a username at WhatsApp. */

import { count } from '../../../core/providers/foreign-values.ts';
import { isLid, isOfPerson } from '../../../core/shared/addresses/chat-address.ts';
import type { Username } from '../../../core/shared/addresses/username.ts';
import { failure } from '../../../core/shared/errors.ts';
import { LimitedMap } from '../../../core/shared/limited-map.ts';
import { refusalOf } from '../asking.ts';
import type { SessionContext } from '../context.ts';
import type { WASocket } from '../engine/surface.ts';
import { bareJid } from '../translate/jids.ts';
import { attribute, child, children } from '../translate/node.ts';
import { askWho, type LookUpTurns, node } from './look-up.ts';

interface UsernameLookUpDeps extends Pick<SessionContext, 'clock' | 'host'> {
  readonly turns: LookUpTurns;
  readonly query: (username: Username) => Promise<FoundUsername>;
}

/** `jid` is null when the owner wants to be asked for the key first. */
type FoundUsername = { readonly jid: string | null; readonly number: string | null } | 'nobody';

/** A username may pass to somebody else, so it is not remembered for long. */
const KNOWN_MS = 10 * 60_000;
const KNOWN_MAX = 1_000;

export class UsernameLookUp {
  readonly #deps: UsernameLookUpDeps;
  readonly #known = new LimitedMap<string, { readonly jid: string; readonly until: number }>(
    KNOWN_MAX,
  );

  constructor(deps: UsernameLookUpDeps) {
    this.#deps = deps;
  }

  /** As in `ChatActions`. */
  async find(username: Username): Promise<string> {
    const { turns, query, clock, host } = this.#deps;
    const { name, key } = username;
    const asked = `${name}:${key ?? ''}`;
    const known = () => {
      const found = this.#known.get(asked);
      return found && found.until > clock.steady() ? found.jid : null;
    };
    return (
      known() ??
      turns.whileWaiting(1, async () => {
        const { jid, number } = foundOf(username, await turns.ask(() => query(username)));
        if (number !== null) await host.mergePeople([{ from: jid, to: number }]);
        this.#known.set(asked, { jid, until: clock.steady() + KNOWN_MS });
        return jid;
      })
    );
  }
}

function foundOf({ name, key }: Username, found: FoundUsername) {
  if (found === 'nobody') throw failure('username_unknown', { name });
  const { jid, number } = found;
  if (jid !== null) return { jid, number };
  throw failure(key === null ? 'username_key_needed' : 'username_key_wrong', { name });
}

/** Throws as `refusalOf` says when WhatsApp refuses. */
export async function queryUsername(
  socket: WASocket,
  { name, key }: Username,
): Promise<FoundUsername> {
  const asked = [node('contact', [], { addressing_mode: 'lid' }), node('business', [])];
  const person = node('contact', [], { username: name, ...(key !== null && { pin: key }) });
  const answered = await askWho(socket, asked, [node('user', [person])]);
  const [user, ...others] = children(child(answered, 'list'));
  const contact = child(user, 'contact');
  const error =
    child(contact, 'error') ?? child(child(child(answered, 'result'), 'contact'), 'error');
  if (error) throw refusalOf(count(attribute(error, 'code')) ?? '-', attribute(error, 'text'));
  if (user === undefined || others.length > 0 || attribute(contact, 'type') === 'out')
    return 'nobody';
  const jid = bareJid(attribute(user, 'jid'));
  const number = bareJid(attribute(child(user, 'business'), 'pn_jid'));
  return {
    jid: isOfPerson(jid) ? jid : null,
    number: isLid(jid) && number ? number : null,
  };
}
