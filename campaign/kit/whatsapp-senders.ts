/** Callers who write through an account to its contacts and its group. */
import type { Contact, Group } from '../../test/doubles/whatsapp/server.ts';
import type { Gateway } from './gateway.ts';
import { pause } from './pause.ts';
import type { Random } from './random.ts';
import type { Chat } from './whatsapp-chats.ts';

/** A message that was answered 201. */
export interface SentMessage {
  readonly id: string;
  readonly chat: Chat;
  /** Whose phones it is for. */
  readonly to: readonly Contact[];
}

interface SendersOptions {
  readonly gateway: () => Gateway;
  readonly instance: string;
  readonly chats: readonly Chat[];
  readonly random: Random;
  /** Between two messages, in ms. */
  readonly pauseMs: readonly [number, number];
  readonly isStopped: () => boolean;
}

/** Writes one message after the other to chats by chance; adds to `sent` what was acknowledged. */
export async function keepSending(options: SendersOptions, sent: SentMessage[]): Promise<void> {
  const { gateway, instance, chats, random, isStopped } = options;
  const [least, most] = options.pauseMs;
  for (let count = 0; !isStopped(); count++) {
    await pause(random.between(least, most));
    const chat = chats[random.between(0, chats.length - 1)];
    if (chat === undefined) return;
    const number = recipientOf(chat);
    const body = { number, text: `answer ${count}` };
    const answer = await gateway().call('POST', `/message/sendText/${instance}`, body);
    const id = String(answer.body?.key?.id);
    if (answer.status === 201) sent.push({ id, chat, to: chat.authors });
  }
}

const recipientOf = ({ to, phone, authors }: Chat): string =>
  to === phone ? (authors[0]?.number ?? '') : (to as Group).jid;
