import { Type } from '@sinclair/typebox';
import { textOrNull } from '../../../http/nullable.ts';

export const LabelFields = {
  id: Type.String(),
  name: Type.String(),
  color: Type.Integer({ description: 'The place of the colour in WhatsApp’s list' }),
  predefinedId: textOrNull('Of a label that every account has; null: the account made it'),
};
