import { Type } from '@sinclair/typebox';

export const LabelFields = {
  id: Type.String(),
  name: Type.String(),
  color: Type.Integer({ description: 'The place of the colour in WhatsApp’s list' }),
  predefinedId: Type.Union([Type.String(), Type.Null()], {
    description: 'Of a label that every account has; null: the account made it',
  }),
};
