/**
 * Exchanges tokens with the people the account writes to: theirs goes with each message, and they get the account's
 * once a week. Baileys sends it again with every message, since it notes what it has sent within a transaction that
 * has ended.
 */
import { isLid } from '../../../core/shared/addresses/chat-address.ts';
import { Mutex } from '../../../core/shared/async/mutex.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { attribute, child, children } from '../translate/node.ts';
import type { BinaryNode, SignalDataTypeMap, WASocket } from './surface.ts';

type Token = SignalDataTypeMap['tctoken'];

/** A token counts in the week it is from and in the three after it. */
const WEEK_S = 604_800;
const WEEKS = 4;
/** The key under which Baileys keeps a list of all contacts, to delete what is too old. */
const INDEX = '__index';

const weekOf = (seconds: number): number => Math.floor(seconds / WEEK_S);

export class TrustedContacts {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #issuing = new Set<string>();
  readonly #writing = new Mutex();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * Returns what goes with a message to the person, and what to call once it has been sent: it gives the person the
   * account's token if that is due.
   */
  async for(
    chat: string,
    socket: WASocket,
  ): Promise<{ readonly nodes: readonly BinaryNode[]; readonly sent: () => void }> {
    const name = await storageName(chat, socket);
    const { [name]: known } = await socket.authState.keys.get('tctoken', [name]);
    const week = weekOf(this.#clock.now() / 1_000);
    const isValid = weekOf(Number(known?.timestamp ?? 0)) > week - WEEKS;
    const isWanted = isValid && known?.token.length && socket.serverProps.privacyTokenOn1to1;
    const isDue = weekOf(known?.senderTimestamp ?? 0) < week && !this.#issuing.has(name);
    return {
      nodes: isWanted ? [{ tag: 'tctoken', attrs: {}, content: known.token }] : [],
      sent: () => {
        if (isDue) this.#issueLater(chat, name, socket);
      },
    };
  }

  /** Issues a token in the background. After a failure the next message tries again. */
  #issueLater(chat: string, name: string, socket: WASocket): void {
    if (this.#issuing.has(name)) return;
    this.#issuing.add(name);
    this.#issue(chat, name, socket)
      .catch(() => {})
      .finally(() => this.#issuing.delete(name));
  }

  async #issue(chat: string, name: string, socket: WASocket): Promise<void> {
    const { lidMapping } = socket.signalRepository;
    const isToLid = socket.serverProps.lidTrustedTokenIssueToLid;
    const other = isToLid ? name : isLid(chat) && (await lidMapping.getPNForLID(chat));
    const senderTimestamp = Math.floor(this.#clock.now() / 1_000);
    const answer = await socket.issuePrivacyTokens([other || chat], senderTimestamp);
    const theirs = tokenIn(answer);
    await this.#writing.run(async () => {
      const { keys } = socket.authState;
      const { [name]: known, [INDEX]: index } = await keys.get('tctoken', [name, INDEX]);
      const isNewer = Number(theirs?.timestamp ?? 0) >= Number(known?.timestamp ?? 0);
      const kept = known ?? { token: Buffer.alloc(0) };
      const token = { ...kept, ...(isNewer ? theirs : null), senderTimestamp };
      await keys.set({ tctoken: { [name]: token, [INDEX]: withContact(index, name) } });
    });
  }
}

/** Tokens are stored under the LID once it is known. */
async function storageName(chat: string, { signalRepository }: WASocket): Promise<string> {
  if (isLid(chat)) return chat;
  return (await signalRepository.lidMapping.getLIDForPN(chat)) ?? chat;
}

/** Returns the person's token, which may be in the answer. */
function tokenIn(answer: BinaryNode): Pick<Token, 'token' | 'timestamp'> | null {
  const token = children(child(answer, 'tokens')).find(
    (node) => attribute(node, 'type') === 'trusted_contact' && node.content instanceof Uint8Array,
  );
  const timestamp = attribute(token, 't');
  if (timestamp === '' || !(token?.content instanceof Uint8Array)) return null;
  return { token: Buffer.from(token.content), timestamp };
}

function withContact(index: Token | undefined, name: string): Token {
  const listed: unknown = index?.token.length ? JSON.parse(String(index.token)) : [];
  const names = Array.isArray(listed) ? listed.map(String) : [];
  return { token: Buffer.from(JSON.stringify([...new Set([...names, name])])) };
}
