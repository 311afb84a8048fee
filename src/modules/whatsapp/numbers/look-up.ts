/**
 * Finds out to whom phone numbers belong: from disk what is known, from WhatsApp the rest, as fast as an account may.
 */
import type { FoundNumber } from '../../../core/providers/chat-actions.ts';
import { otherSpellings } from '../../../core/providers/chats.ts';
import { count } from '../../../core/providers/foreign-values.ts';
import { isLid, isOfPerson, isPhone } from '../../../core/shared/addresses/chat-address.ts';
import type { Username } from '../../../core/shared/addresses/username.ts';
import { withTimeout } from '../../../core/shared/async/deadline.ts';
import { Mutex } from '../../../core/shared/async/mutex.ts';
import { type Clock, sleep } from '../../../core/shared/clock.ts';
import { type AppError, failure, UnknownNumbers } from '../../../core/shared/errors.ts';
import { LimitedMap } from '../../../core/shared/limited-map.ts';
import { refusalOf } from '../ask.ts';
import type { SessionContext } from '../context.ts';
import type { BinaryNode, WASocket } from '../engine/surface.ts';
import { bareJid, isNewsletter, jidOf } from '../translate/jids.ts';
import { attribute, body, child, children } from '../translate/node.ts';
import type { NumberStore } from './store.ts';

/** How many numbers are remembered, so that a conversation looks each up once. */
const KNOWN_MAX = 1_000;
const ANSWER_MS = 10_000;

/** Finds the person to whom a message is sent. */
export class Recipients {
  readonly #clock: Clock;
  readonly #numbers: NumberStore;
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

  constructor(clock: Clock, numbers: NumberStore) {
    this.#clock = clock;
    this.#numbers = numbers;
  }

  /**
   * Resolves with the JID to which messages for `number` (digits or a JID) are sent. A person's
   * number is looked up, since WhatsApp may know it in another spelling. Throws `invalid` for a
   * number without an account and `unavailable` when no answer comes within 10 s.
   */
  async find(number: string, socket: WASocket): Promise<string> {
    const jid = jidOf(number);
    if (!isWritable(jid)) throw failure('number_not_writable', { number });
    if (!isPhone(jid)) return jid;
    const known = this.#known.get(jid) ?? (await this.#lookUp(number, jid, socket));
    this.#known.set(jid, known);
    return known;
  }

  async #lookUp(number: string, jid: string, socket: WASocket): Promise<string> {
    const digits = jid.slice(0, jid.indexOf('@'));
    // Only found accounts are remembered: people who have joined since can be written to.
    const stored = (await this.#numbers.read([digits])).get(digits)?.jid;
    if (stored) return stored;
    const late = () => failure('lookup_unanswered', { seconds: 10 });
    const limit = { clock: this.#clock, ms: ANSWER_MS };
    const asked = await withTimeout(limit, queryNumbers(socket, [digits]), late);
    const found = asked.get(digits);
    if (!found?.jid) throw new UnknownNumbers([{ jid, number }]);
    await this.#numbers.write(asked);
    return found.jid;
  }
}

const isWritable = (jid: string): boolean =>
  isOfPerson(jid) || jid.endsWith('@g.us') || isNewsletter(jid);

const NUMBERS_PER_QUERY = 50;

const NOBODY: FoundNumber = { jid: null, lid: null };

/** Asks WhatsApp about at most 50 numbers; the result lacks those about which it says nothing. */
type QueryNumbers = (numbers: readonly string[]) => Promise<Map<string, FoundNumber>>;

/** Looks up many numbers at once, for callers who ask who is on WhatsApp. */
export class NumberLookUp {
  readonly #turns: LookUpTurns;
  readonly #store: NumberStore;
  readonly #query: QueryNumbers;

  constructor(turns: LookUpTurns, store: NumberStore, query: QueryNumbers) {
    this.#turns = turns;
    this.#store = store;
    this.#query = query;
  }

  /**
   * Resolves with results in the order of `numbers` (digits). Looks for a person who is not found under the number's
   * other spellings. Throws `rate_limited` when it would take longer than a minute. Numbers that were found before a
   * failure are not asked again.
   */
  async find(numbers: readonly string[]): Promise<readonly FoundNumber[]> {
    const unique = [...new Set(numbers)];
    const found = await this.#known(unique);
    const unknown = unique.filter((number) => !found.has(number));
    if (unknown.length > 0) await this.#ask(unknown, found);
    return numbers.map((number) => found.get(number) ?? NOBODY);
  }

  async #known(numbers: readonly string[]): Promise<Map<string, FoundNumber>> {
    const read = pages(numbers).map((page) => this.#store.read(page));
    return new Map((await Promise.all(read)).flatMap((page) => [...page]));
  }

  async #ask(numbers: readonly string[], found: Map<string, FoundNumber>): Promise<void> {
    const waiting = pages(numbers);
    await this.#turns.whileWaiting(waiting.length, async () => {
      for (const page of waiting) {
        const answers = await this.#answers(page);
        await this.#store.write(answers);
        for (const [number, one] of answers) found.set(number, one);
      }
    });
  }

  async #answers(page: readonly string[]): Promise<Map<string, FoundNumber>> {
    const asGiven = await this.#inTurn(page);
    const isFound = (one: FoundNumber | undefined) => one !== undefined && one.jid !== null;
    const spellings = page.filter((one) => !isFound(asGiven.get(one))).flatMap(otherSpellings);
    const otherwise = spellings.length > 0 ? await this.#inTurn(spellings) : asGiven;
    const answerTo = (number: string) =>
      [asGiven.get(number), ...otherSpellings(number).map((other) => otherwise.get(other))].find(
        isFound,
      ) ?? NOBODY;
    return new Map(page.map((number) => [number, answerTo(number)]));
  }

  #inTurn(page: readonly string[]): Promise<Map<string, FoundNumber>> {
    const [turns, query] = [this.#turns, this.#query];
    return turns.ask(() => query(page));
  }
}

const pages = (numbers: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(numbers.length / NUMBERS_PER_QUERY) }, (_, page) =>
    numbers.slice(page * NUMBERS_PER_QUERY, (page + 1) * NUMBERS_PER_QUERY),
  );

const QUERY_PAUSE_MS = 1_000;
/** Counted over all callers of the instance; each takes one or two queries. */
const WAITING_MAX = 30;

/** Asks WhatsApp who people are no faster than an account may ask, whatever is known of them. */
export class LookUpTurns {
  readonly #clock: Clock;
  readonly #turn = new Mutex();
  #waiting = 0;
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs work that has `questions` to ask. Throws `rate_limited` when they would wait for longer than a minute. */
  async whileWaiting<T>(questions: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting + questions > WAITING_MAX) throw tooMany(this.#waiting);
    this.#waiting += questions;
    try {
      return await work();
    } finally {
      this.#waiting -= questions;
    }
  }

  /** Asks after those who asked before, and a second after the last of them. */
  ask<T>(query: () => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      const pauseMs = this.#nextAt - this.#clock.steady();
      if (pauseMs > 0) await sleep(this.#clock, pauseMs);
      this.#nextAt = this.#clock.steady() + QUERY_PAUSE_MS;
      return query();
    });
  }
}

const tooMany = (waiting: number): AppError =>
  failure('too_many_numbers', {}, { headers: { 'retry-after': String(waiting) } });

/**
 * Resolves with results by number (digits), for each about which WhatsApp says something. Baileys' own look-up
 * omits which number an answer is about, which an account that is known under another spelling does not show.
 */
export async function queryNumbers(
  socket: WASocket,
  numbers: readonly string[],
): Promise<Map<string, FoundNumber>> {
  const asked = [node('contact', []), node('lid', [])];
  const users = numbers.map((number) => node('user', [node('contact', `+${number}`)]));
  const answer = await askWho(socket, asked, users);
  return new Map(children(child(answer, 'list')).map((user) => foundIn(user, numbers)));
}

const node = (tag: string, content: BinaryNode[] | string, attrs = {}): BinaryNode => ({
  tag,
  attrs,
  content,
});

/** Asks as WhatsApp's own web client does what `asked` names of each of the users. Resolves with the answer, if any. */
async function askWho(
  socket: WASocket,
  asked: BinaryNode[],
  users: BinaryNode[],
): Promise<BinaryNode | undefined> {
  const sid = socket.generateMessageTag();
  const attrs = { context: 'interactive', mode: 'query', sid, last: 'true', index: '0' };
  const usync = node('usync', [node('query', asked), node('list', users)], attrs);
  const question = node('iq', [usync], { to: 's.whatsapp.net', type: 'get', xmlns: 'usync' });
  return child(await socket.query(question), 'usync');
}

function foundIn(user: BinaryNode, numbers: readonly string[]): [string, FoundNumber] {
  const contact = child(user, 'contact');
  const jid = bareJid(attribute(user, 'jid'));
  const text = body(contact).replace(/[^0-9]/g, '');
  const number = numbers.includes(text) ? text : (jid.split('@')[0] ?? '');
  if (attribute(contact, 'type') !== 'in' || jid === '') return [number, { jid: null, lid: null }];
  const lid = bareJid(attribute(child(user, 'lid'), 'val'));
  return [number, { jid, lid: lid === '' ? null : lid }];
}

interface UsernameLookUpDeps extends Pick<SessionContext, 'clock' | 'host'> {
  readonly turns: LookUpTurns;
  readonly query: (username: Username) => Promise<FoundUsername>;
}

/** `jid` is null when the owner wants to be asked for the key first. */
type FoundUsername = { readonly jid: string | null; readonly number: string | null } | 'nobody';

/** A username may pass to somebody else, so it is not remembered for long. */
const KNOWN_MS = 10 * 60_000;
const USERNAMES_MAX = 1_000;

/** Finds out who has a username at WhatsApp. */
export class UsernameLookUp {
  readonly #deps: UsernameLookUpDeps;
  readonly #known = new LimitedMap<string, { readonly jid: string; readonly until: number }>(
    USERNAMES_MAX,
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
