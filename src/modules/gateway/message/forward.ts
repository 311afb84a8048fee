/** Forwarding a message. */

import { NUMBER, RECEIVED_KEY } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { whenFields } from '../../../core/sending/when.ts';
import { findByKey, Key } from './message-key.ts';
import { messageBody, sendOperation } from './operation.ts';

const ForwardMessage = NamedObject(
  'ForwardMessage',
  { number: Recipient, key: Key, ...whenFields },
  { additionalProperties: true },
);

export const forward = sendOperation('POST /message/forward/:instanceName', {
  summary: 'Forward a message',
  description:
    'Forwards a message that was sent or received through the instance and is still stored. A file is not uploaded again: the recipient gets it for as long as the platform has it.',
  body: messageBody(ForwardMessage),
  agent: { tool: 'forward_message', effect: 'adds' },
  example: { body: { number: NUMBER, key: RECEIVED_KEY } },
  compose: async ({ number, key }, { find }) => ({
    number,
    content: { kind: 'forward', about: await findByKey(key, find) },
  }),
});
