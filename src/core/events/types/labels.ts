import { Type } from '@sinclair/typebox';
import { eventType } from './event-type.ts';
import { chat, count, flag, object, orNull, PERSON, text } from './fields.ts';

export const label = eventType(
  'Label',
  object('The label that was made, changed or deleted', {
    ID: text('Id of the label, unique in the account'),
    Name: text('Name of the label as people see it'),
    Color: count("The place of the label's color in WhatsApp's list, from 0"),
    PredefinedID: orNull(
      'Id of a label that every account has; null if the account made it',
      Type.String(),
    ),
    Deleted: flag('Whether the label was deleted'),
  }),
)({
  category: 'LABEL',
  olderNames: ['LABELS_EDIT', 'LabelEdit'],
  summary: 'A label was made, changed or deleted',
  sample: () => ({ ID: '1', Name: 'New customer', Color: 0, PredefinedID: null, Deleted: false }),
  evolution: ({ ID, Name, Color, PredefinedID, Deleted }, { instanceName }) => ({
    event: 'labels.edit',
    data: {
      id: ID,
      name: Name,
      color: Color,
      deleted: Deleted,
      predefinedId: PredefinedID,
      instance: instanceName,
    },
  }),
});

export const labelAssociation = eventType(
  'LabelAssociation',
  object('Which chat or message got or lost a label', {
    LabelID: text('Id of the label, as `Label` events have it'),
    Chat: chat,
    MessageID: text('Id of the message in the chat; empty if the whole chat is labelled'),
    Labeled: flag('Whether the chat or message has the label now; false if it was removed'),
  }),
)({
  category: 'LABEL',
  olderNames: ['LABELS_ASSOCIATION', 'LabelAssociationChat', 'LabelAssociationMessage'],
  summary: 'A label was added to a chat or a message, or removed',
  chatOf: ({ Chat }) => Chat,
  sample: () => ({ LabelID: '1', Chat: PERSON, MessageID: '', Labeled: true }),
  evolution: ({ LabelID, Chat, MessageID, Labeled }, { instanceName }) => ({
    event: 'labels.association',
    data: {
      instance: instanceName,
      type: Labeled ? 'add' : 'remove',
      chatId: Chat,
      labelId: LabelID,
      ...(MessageID !== '' && { messageId: MessageID }),
    },
  }),
});
