/** Forwarding a message. */
import { NamedObject } from '../../../http/named-object.ts';
import { Recipient } from '../../../sending/recipient.ts';
import { whenFields } from '../../../sending/when.ts';
import { findByKey, Key } from './message-key.ts';
import type { SendOperation } from './operation.ts';

const ForwardMessage = NamedObject(
  'ForwardMessage',
  { number: Recipient, key: Key, ...whenFields },
  { additionalProperties: true },
);

export const forward: SendOperation<typeof ForwardMessage> = {
  name: 'forward',
  summary: 'Forward a message',
  description:
    'The message must have been sent or received through the instance, and still be stored. A file is not uploaded again: the recipient gets it for as long as the platform has it. ',
  schema: ForwardMessage,
  compose: async ({ number, key }, find) => ({
    number,
    content: { kind: 'forward', about: await findByKey(key, find) },
  }),
};
