/** Schemas that document bodies and answers of Evolution Go's paths. */
import { type TProperties, Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';

export const text = (description: string) => Type.String({ description });
export const optional = (description: string) => Type.Optional(Type.String({ description }));
export const texts = (description: string) => Type.Array(Type.String(), { description });

export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** Fields that bodies of several operations have, each with one meaning. */
export const chat = text('The chat: a phone number with its country code, or a JID');
export const messageId = text('Id of the message, `Info.ID` of its event');
export const groupJid = text('JID of the group, such as `120363000000000001@g.us`');
export const people = texts('People: phone numbers with their country code, or JIDs');

/** A body: fields it does not name are ignored. */
export const body = (fields: TProperties) => Type.Object(fields, { additionalProperties: true });

/** When something was done, which is all that some answers say. */
export const Done = NamedObject('EvolutionGoDone', {
  timestamp: Type.String({ format: 'date-time' }),
});

export const Anything = Type.Unknown();
