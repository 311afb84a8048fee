/** How a phone asks again for a message that it could not read. */

import type { SignalDevice } from '../../../packages/signal/test/peer.ts';
import type { Group } from './groups.ts';
import type { Person } from './person.ts';
import type { STATUS } from './post.ts';
import { type BinaryNode, bigEndian, nowSeconds, stanza } from './stanzas.ts';

export interface AskingOptions {
  /** Where the message was; absent: in the chat with the account. */
  readonly chat?: Group | typeof STATUS;
  /** How often the phone has asked for the message. 1 when absent. */
  readonly count?: number;
  /** Whether keys for a new session come along, as from the second time on. */
  readonly sendsKeys?: boolean;
}

export async function retryReceipt(
  { pn, lid, signal }: Pick<Person, 'pn' | 'lid' | 'signal'>,
  id: string,
  { chat, count = 1, sendsKeys = false }: AskingOptions,
): Promise<BinaryNode> {
  const isGroup = chat !== undefined && typeof chat !== 'string';
  const own = isGroup && chat.addressing === 'lid' ? lid : pn;
  const from = isGroup ? chat.jid : (chat ?? pn);
  const participant = chat === undefined ? undefined : own;
  return stanza('receipt', { from, participant, id, t: nowSeconds(), type: 'retry' }, [
    stanza('retry', { count: `${count}`, id, t: nowSeconds(), v: '1' }),
    stanza('registration', {}, bigEndian(signal.creds.registrationId, 4)),
    ...(sendsKeys ? [await keysOf(signal)] : []),
  ]);
}

async function keysOf(signal: SignalDevice): Promise<BinaryNode> {
  const { identity, signedPreKey, preKey } = await signal.bundle();
  const bytes = (tag: string, value: Uint8Array) => stanza(tag, {}, value);
  const id = (value: number) => bytes('id', bigEndian(value, 3));
  return stanza('keys', {}, [
    bytes('type', Buffer.from([5])),
    bytes('identity', identity),
    ...(preKey ? [stanza('key', {}, [id(preKey.id), bytes('value', preKey.value)])] : []),
    stanza('skey', {}, [
      id(signedPreKey.id),
      bytes('value', signedPreKey.value),
      bytes('signature', signedPreKey.signature),
    ]),
  ]);
}
