/** The labels of an instance, as the platform last reported them. */
import { Type } from '@sinclair/typebox';
import { parsedIfPresent } from '../../../core/http/read-fields.ts';
import { readChat } from '../../../core/sending/recipient.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import { LabelFields } from './model.ts';

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
