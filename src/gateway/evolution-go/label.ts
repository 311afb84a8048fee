/** Paths of /label and /unlabel, as Evolution Go has them. */
import { Type } from '@sinclair/typebox';
import { needs } from '../scopes.ts';
import { body, text } from './fields.ts';
import type { GoOperation } from './operation.ts';
import { withoutAbsent } from './sent.ts';

interface StoredLabel {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  readonly predefinedId: string | null;
}

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
  body: body({ jid: text('The chat'), labelId: text('Of the label') }),
  data: null,
  names: { number: 'jid' },
  run: ({ jid, labelId }, { ask }) => {
    const given = withoutAbsent({ number: jid, labelId, action });
    return ask('POST', '/label/handleLabel', { body: given });
  },
});

export const LABELS: readonly GoOperation[] = [
  labels,
  label('label', 'add'),
  label('unlabel', 'remove'),
];
