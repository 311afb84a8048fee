/** Making labels, and putting them on chats and messages. */

import { Type } from '@sinclair/typebox';
import { keepingEmpty } from '../../../http/lenient-values.ts';
import { described } from '../../../http/openapi-schema.ts';
import { fieldError, parsedIfPresent, words } from '../../../http/read-fields.ts';
import { Recipient } from '../../../sending/recipient.ts';
import { isWithin } from '../../../shared/characters.ts';
import { notFound } from '../../../shared/errors.ts';
import { NUMBER } from '../examples/known.ts';
import { LabelFields } from '../label/model.ts';
import { isIn } from './confirm.ts';
import { chatOperation, EVERYDAY } from './operation.ts';

export const handleLabel = chatOperation('POST /label/handleLabel/:instanceName', {
  scope: 'send',
  audit: EVERYDAY,
  summary: 'Put a label on a chat or a message, or take it off',
  description:
    'With `messageId` the message is meant, which must have been sent or received through the instance. Not found for a label that the account does not have. A conflict until the phone of the account has given out the keys that this is sealed with, some time after pairing.',
  body: keepingEmpty(
    Type.Object(
      {
        number: Recipient,
        labelId: Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Id of the label, as `/label/findLabels` has it',
          failsWith: 'must be the id of a label',
        }),
        action: described('Whether to put the label on or take it off', words('add', 'remove')),
        messageId: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'Id of a message of that chat; absent: the chat itself is meant',
          }),
        ),
      },
      { additionalProperties: true },
    ),
  ),
  answer: Type.Object({
    numberJid: Type.String({ description: 'The chat' }),
    labelId: Type.String(),
    messageId: Type.Optional(Type.String()),
    add: Type.Optional(Type.Literal(true)),
    remove: Type.Optional(Type.Literal(true)),
  }),
  example: { body: { number: NUMBER, labelId: '7', action: 'add' } },
  async act({ number, labelId, action, messageId }, { chats, find }) {
    const isLabelled = action === 'add';
    const done = isLabelled ? { add: true as const } : { remove: true as const };
    if (messageId === undefined)
      return { numberJid: await chats.label(number, labelId, isLabelled), labelId, ...done };
    const message = await find(messageId);
    if (message === null || !isIn(message, number)) throw notFound(`message ${messageId}`);
    const numberJid = await chats.labelMessage(message, labelId, isLabelled);
    return { numberJid, labelId, messageId, ...done };
  },
});

const NAME_CHARACTERS_MAX = 100;
const COLOR_MAX = 19;

export const editLabel = chatOperation('POST /label/edit/:instanceName', {
  scope: 'send',
  summary: 'Make a label, change or delete it',
  description:
    'On all devices of the account. What is absent stays. Not found where there is none to delete; a conflict until the phone of the account has given out the keys that this is sealed with, and when the account has 1000 labels.',
  body: keepingEmpty(
    Type.Object(
      {
        labelId: Type.Optional(
          Type.String({
            pattern: '^[0-9]{1,10}$',
            description: 'Id of the label, 1-10 digits; absent: a new label, which gets a free id',
            failsWith: 'must be 1-10 digits',
          }),
        ),
        name: parsedIfPresent(
          Type.String({
            minLength: 1,
            maxLength: NAME_CHARACTERS_MAX,
            description: `Name of the label as people see it, of 1-${NAME_CHARACTERS_MAX} characters`,
          }),
          (value) => {
            const name = typeof value === 'string' ? value.trim() : '';
            return name !== '' && isWithin(name, NAME_CHARACTERS_MAX)
              ? name
              : fieldError(`must be a text of 1-${NAME_CHARACTERS_MAX} characters`);
          },
        ),
        color: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: COLOR_MAX,
            description:
              'The place of the colour in WhatsApp’s list, 0-19; a new label has 0 unless it is given',
            failsWith: `must be a whole number from 0 to ${COLOR_MAX}`,
          }),
        ),
        deleted: Type.Optional(
          Type.Boolean({
            description: 'Whether the label is deleted; default false',
            failsWith: 'must be true or false',
          }),
        ),
      },
      { additionalProperties: true },
    ),
  ),
  answer: Type.Object({ ...LabelFields, deleted: Type.Boolean() }),
  example: {
    body: { name: 'New customer', color: 1 },
    answer: { id: '7', name: 'New customer', color: 1, predefinedId: null, deleted: false },
  },
  async act({ labelId: id = null, name = null, color = null, deleted = false }, { chats }) {
    const label = await chats.editLabel({ id, name, color, isDeleted: deleted });
    return { ...label, deleted };
  },
});
