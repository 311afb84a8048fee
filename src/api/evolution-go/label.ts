/** Paths of /label and /unlabel, as Evolution Go has them. */
import { Type } from '@sinclair/typebox';
import { needs } from '../../instances/scopes.ts';
import { invalid } from '../../shared/errors.ts';
import { body, chat, flag, messageId, optional, text } from './fields.ts';
import type { GoOperation } from './operation.ts';
import { withoutAbsent } from './sent.ts';

interface StoredLabel {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  readonly predefinedId: string | null;
}

const labelId = text('Id of the label, `label_id` in the answer of /label/list');

const labels: GoOperation = {
  method: 'GET',
  path: '/label/list',
  security: needs('read'),
  summary: 'The labels of the account',
  data: null,
  whole: Type.Array(
    Type.Object({
      instance_id: Type.String(),
      label_id: Type.String(),
      label_name: Type.String(),
      label_color: Type.String({ description: 'The place of the colour in WhatsApp’s list' }),
      predefined_id: Type.String({ description: 'Empty: the account made it' }),
    }),
  ),
  async run(_, { ask, instance }) {
    const found = await ask<readonly StoredLabel[]>('GET', '/label/findLabels');
    return found.map(({ id, name, color, predefinedId }) => ({
      instance_id: instance.id,
      label_id: id,
      label_name: name,
      label_color: String(color),
      predefined_id: predefinedId ?? '',
    }));
  },
};

const label = (prefix: 'label' | 'unlabel', action: 'add' | 'remove'): GoOperation => ({
  path: `/${prefix}/chat`,
  security: needs('send'),
  summary: action === 'add' ? 'Put a label on a chat' : 'Take a label off a chat',
  body: body({ jid: chat, labelId }),
  data: null,
  names: { number: 'jid' },
  run: ({ jid, labelId }, { ask }) => {
    const given = withoutAbsent({ number: jid, labelId, action });
    return ask('POST', '/label/handleLabel', { body: given });
  },
});

const labelMessage = (prefix: 'label' | 'unlabel', action: 'add' | 'remove'): GoOperation => ({
  path: `/${prefix}/message`,
  security: needs('send'),
  summary: action === 'add' ? 'Put a label on a message' : 'Take a label off a message',
  description: 'The message must have been sent or received through the instance.',
  body: body({ jid: chat, labelId, messageId }),
  data: null,
  names: { number: 'jid' },
  run: ({ jid, labelId, messageId }, { ask }) => {
    if (messageId === undefined) throw invalid('messageId is required');
    const given = withoutAbsent({ number: jid, labelId, messageId, action });
    return ask('POST', '/label/handleLabel', { body: given });
  },
});

const edit: GoOperation = {
  path: '/label/edit',
  security: needs('send'),
  summary: 'Make a label, change or delete it',
  body: body({
    labelId: optional('Id of the label, 1-10 digits; absent: a new label, which gets a free id'),
    name: optional(
      'Name of the label as people see it; absent: it stays, but a new label needs one',
    ),
    color: Type.Optional(
      Type.Integer({ description: 'The place of the colour in WhatsApp’s list, 0-19' }),
    ),
    deleted: flag('Whether the label is deleted; default false'),
  }),
  data: null,
  run: ({ labelId, name, color, deleted }, { ask }) => {
    const given = withoutAbsent({ labelId, name, color, deleted });
    return ask('POST', '/label/edit', { body: given });
  },
};

export const LABELS: readonly GoOperation[] = [
  labels,
  label('label', 'add'),
  label('unlabel', 'remove'),
  labelMessage('label', 'add'),
  labelMessage('unlabel', 'remove'),
  edit,
];
