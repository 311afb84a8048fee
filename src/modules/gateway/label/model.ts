import { Type } from '@sinclair/typebox';
import { textOrNull } from '../../../core/http/nullable.ts';

export const LabelFields = {
  id: Type.String(),
  name: Type.String(),
  color: Type.Integer({ description: 'Index of the colour in WhatsApp’s list' }),
  predefinedId: textOrNull('Id of a label that every account has; null if the account made it'),
};
