/** Operations on labels, and on the labels of a chat. */
import { Type } from '@sinclair/typebox';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { Flag, TrimmedText, Whole } from '../../../core/http/field-types.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { optional, parsedIfPresent, words } from '../../../core/http/read-fields.ts';
import { chatsNamed, Recipient, readChat } from '../../../core/sending/recipient.ts';
import { failure } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { isInNamedChat } from '../chat/confirm.ts';
import { chatOperation, UNAUDITED_EVERYDAY } from '../chat/operation.ts';
import { instanceOperation, type Operation } from '../operation.ts';

const LabelFields = {
  id: Type.String(),
  name: Type.String(),
  color: Type.Integer({ description: 'Index of the colour in WhatsApp’s list' }),
  predefinedId: textOrNull('Id of a label that every account has; null if the account made it'),
};

const LabelQuery = Type.Object({
  number: parsedIfPresent(
    Type.String({
      maxLength: 128,
      description: 'Only the labels of this chat: a phone number or a JID',
      examples: ['5511888880000'],
    }),
    readChat,
  ),
});

const findLabels = instanceOperation('GET /label/findLabels/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'List the labels of the account or of a chat',
  description:
    'Returns the labels that WhatsApp last reported, also while the instance is not connected. The list is empty until the phone of the account has shared its keys.',
  query: LabelQuery,
  answer: Type.Array(Type.Object(LabelFields)),
  example: { answer: [{ id: '7', name: 'New customer', color: 1, predefinedId: null }] },
  async run({ labelsOf }, { instance, query }) {
    const found = await labelsOf(instance.id).all(query.number);
    return found.map(({ id, name, color, predefinedId }) => ({ id, name, color, predefinedId }));
  },
});

export const LABEL_OPERATIONS: readonly Operation[] = [findLabels];

export const handleLabel = chatOperation('POST /label/handleLabel/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Add or remove a label of a chat or a message',
  description:
    'Adds a label to a chat or removes it. With `messageId`, labels that message instead, which must have been sent or received through the instance. Answers 404 if the account does not have the label, and 409 until the phone has shared the keys that this is sealed with, some time after pairing.',
  body: keepingEmpty(
    Type.Object(
      {
        number: Recipient,
        labelId: Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Id of the label, as `/label/findLabels` has it',
          examples: ['7'],
          failsWith: problem('not_label_id'),
        }),
        action: describe('Whether to add the label or to remove it', words('add', 'remove')),
        messageId: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'Id of a message of that chat; absent labels the chat itself',
            examples: ['3EB0FE89262EDD05D2819D'],
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
  async act({ number, labelId, action, messageId }, { chats, find }) {
    const isLabelled = action === 'add';
    const done = isLabelled ? { add: true as const } : { remove: true as const };
    if (messageId === undefined)
      return { numberJid: await chats.label(number, labelId, isLabelled), labelId, ...done };
    const message = await find(messageId, chatsNamed(number));
    if (message === null || !isInNamedChat(message, number))
      throw failure('named_message_not_found', { id: messageId });
    const numberJid = await chats.labelMessage(message, labelId, isLabelled);
    return { numberJid, labelId, messageId, ...done };
  },
});

const NAME_CHARACTERS_MAX = 100;
const COLOR_MAX = 19;

export const editLabel = chatOperation('POST /label/edit/:instanceName', {
  scope: 'send',
  summary: 'Create, change or delete a label',
  description:
    'Changes the labels on all devices of the account; absent fields keep their values. Answers 404 if there is no label to delete, and 409 if the account has 1000 labels, or until the phone has shared the keys that this is sealed with.',
  body: keepingEmpty(
    Type.Object(
      {
        labelId: Type.Optional(
          Type.String({
            pattern: '^[0-9]{1,10}$',
            description: 'Id of the label, 1-10 digits; absent creates a label with a free id',
            examples: ['7'],
            failsWith: problem('not_digits', { min: 1, max: 10 }),
          }),
        ),
        name: optional(
          TrimmedText({
            minLength: 1,
            maxLength: NAME_CHARACTERS_MAX,
            description: `Name of the label as people see it, 1-${NAME_CHARACTERS_MAX} characters, such as \`New customer\``,
            examples: ['New customer'],
          }),
        ),
        color: optional(
          Whole({
            minimum: 0,
            maximum: COLOR_MAX,
            description: 'Index of the colour in WhatsApp’s list, 0-19; default 0 for a new label',
            examples: [1],
          }),
        ),
        deleted: optional(Flag({ description: 'Whether to delete the label; default false' })),
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
