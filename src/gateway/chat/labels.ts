/** Putting labels on chats. */
import { Type } from '@sinclair/typebox';
import { words } from '../../http/read-fields.ts';
import { Recipient } from '../message/recipient.ts';
import { needs } from '../scopes.ts';
import { chatOperation } from './operation.ts';

export const handleLabel = chatOperation({
  path: '/label/handleLabel',
  security: needs('send'),
  summary: 'Put a label on a chat, or take it off',
  description:
    'Not found for a label that the account does not have. A conflict until the phone of the account has given out the keys that this is sealed with, some time after pairing.',
  body: Type.Object(
    {
      number: Recipient,
      labelId: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'As `/label/findLabels` has it',
        failsWith: 'must be the id of a label',
      }),
      action: words('add', 'remove'),
    },
    { additionalProperties: true },
  ),
  status: 200,
  answer: Type.Object({
    numberJid: Type.String({ description: 'The chat' }),
    labelId: Type.String(),
    add: Type.Optional(Type.Literal(true)),
    remove: Type.Optional(Type.Literal(true)),
  }),
  async act({ number, labelId, action }, { chats }) {
    const numberJid = await chats.label(number, labelId, action === 'add');
    const done = action === 'add' ? { add: true as const } : { remove: true as const };
    return { numberJid, labelId, ...done };
  },
});
