/** Chats of an account: contacts who write texts, edits and reactions, of which some arrive damaged. */
import type { proto } from '@whiskeysockets/baileys';
import { asFirstOfChain } from '../../test/doubles/whatsapp/damage.ts';
import type { Contact, FakeWhatsApp, Group, Phone } from '../../test/doubles/whatsapp/server.ts';
import { newId } from '../../test/doubles/whatsapp/stanzas.ts';
import type { WritingOptions } from '../../test/doubles/whatsapp/writing.ts';
import { pause } from './pause.ts';
import type { Random } from './random.ts';

export interface Chat {
  readonly phone: Phone;
  readonly to: Phone | Group;
  /** Who writes in it. */
  readonly authors: readonly Contact[];
  /** Which of their addresses messages come from; `both`: now this one, now that one. */
  readonly addressing: 'pn' | 'lid' | 'both';
  /** Ids of the messages that left whole, in the order they left. */
  readonly whole: string[];
  /** Ids of those that left damaged. */
  readonly damaged: string[];
}

/**
 * Three chats with contacts, of whom one hides the number in half of what they write and one in all, and a group whose
 * members know each other by number.
 */
export function chatsOf(whatsapp: FakeWhatsApp, phone: Phone): Chat[] {
  const authors = [1, 2, 3].map((index) =>
    whatsapp.contact({ number: `${phone.number}${index}`, name: `Contact ${index}` }),
  );
  const [first, ...others] = authors;
  if (first === undefined) throw new Error('there are no contacts');
  const members = [phone, ...others];
  const group = first.creates({ subject: 'All', members, addressing: 'pn' });
  const chat = { phone, to: phone };
  const addressings = ['pn', 'both', 'lid'] as const;
  const direct = authors.map((author, index) => ({
    ...chat,
    authors: [author],
    addressing: addressings[index] ?? 'pn',
  }));
  return [...direct, { phone, to: group, authors, addressing: 'pn' as const }].map((one) => ({
    ...one,
    whole: [],
    damaged: [],
  }));
}

export interface WritingPace {
  /** Between two messages of a chat, in ms. */
  readonly pauseMs: readonly [number, number];
  /** The number of damaged messages in 100. */
  readonly damagedPercent: number;
}

/** The most messages that wait at the platform for an account; beyond it nobody writes to it. */
const WAITING_MAX = 50;

/** Writes in the chat until `isStopped`; rejects when the double cannot. */
export async function keepWriting(
  chat: Chat,
  { pauseMs: [least, most], damagedPercent }: WritingPace,
  { random, isStopped }: { readonly random: Random; readonly isStopped: () => boolean },
): Promise<void> {
  let last: LastText | null = null;
  while (!isStopped()) {
    await pause(random.between(least, most));
    if (chat.phone.devices.some(({ pending }) => pending > WAITING_MAX)) continue;
    const author = chat.authors[random.between(0, chat.authors.length - 1)];
    if (author === undefined || isStopped()) continue;
    const id = newId();
    const isDamaged = random.between(1, 100) <= damagedPercent;
    const content: Content = isDamaged
      ? textOf(id)
      : contentAfter(last, { chat, author, random, id });
    const addressing = addressingIn(chat, random);
    const options = { id, type: content.type, addressing, ...(isDamaged && damage(random)) };
    // Noted before: the message may be told before the promise has settled.
    (isDamaged ? chat.damaged : chat.whole).push(id);
    await author.writes(chat.to, { message: content.message }, options);
    if (!isDamaged && content.type === 'text') last = { id, author };
  }
}

interface Content {
  readonly message: proto.IMessage;
  readonly type: 'text' | 'reaction';
}

/** The text that was written last and arrived whole, and by whom. */
interface LastText {
  readonly id: string;
  readonly author: Contact;
}

const textOf = (id: string): Content => ({ message: { conversation: `text ${id}` }, type: 'text' });

const addressingIn = ({ addressing }: Chat, random: Random): 'pn' | 'lid' => {
  if (addressing === 'both') return random.between(0, 1) === 0 ? 'pn' : 'lid';
  return addressing;
};

/**
 * Returns the next content: one in ten messages reacts to the one before, and one edits it if the same author writes
 * again.
 */
function contentAfter(
  last: LastText | null,
  { chat, author, random, id }: { chat: Chat; author: Contact; random: Random; id: string },
): Content {
  const choice = random.between(1, 10);
  if (last === null || choice > 2) return textOf(id);
  const key = keyOf(chat, last, author);
  if (choice === 1)
    return {
      message: { reactionMessage: { key, text: '👍', senderTimestampMs: Date.now() } },
      type: 'reaction',
    };
  if (last.author !== author) return textOf(id);
  const editedMessage = { conversation: `edited ${id}` };
  return { message: { protocolMessage: { key, type: EDIT, editedMessage } }, type: 'text' };
}

/** The value of `ProtocolMessage.Type`. */
const EDIT = 14;

/** Returns the key of a message as the contact that writes about it names it. */
function keyOf({ to, phone }: Chat, { id, author }: LastText, by: Contact): proto.IMessageKey {
  const fromMe = author === by;
  if (to === phone) return { remoteJid: phone.person.pn, id, fromMe };
  const group = to as Group;
  return { remoteJid: group.jid, id, fromMe, participant: group.addressOf(author.person) };
}

/** Most senders send a message again that could not be read. */
function damage(random: Random): Pick<WritingOptions, 'undecryptable' | 'spoil'> {
  const way = random.between(0, 4);
  const spoil = (bytes: Buffer): Uint8Array => {
    if (way === 0) return bytes.subarray(0, random.between(1, bytes.length - 1));
    const earlier = way === 4 ? asFirstOfChain(bytes) : null;
    if (earlier !== null) return earlier;
    // The last bytes are the proof that the message is whole; before them is what is enciphered.
    const last = [8, 40, bytes.length][way - 1] ?? 8;
    const at = bytes.length - random.between(1, Math.min(last, bytes.length));
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.between(0, 7));
    return bytes;
  };
  return { undecryptable: random.between(1, 10) > 1 ? 'once' : true, spoil };
}
