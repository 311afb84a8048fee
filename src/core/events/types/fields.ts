/** The fields from which the schemas of event payloads are built. */
import { type TProperties, type TSchema, Type } from '@sinclair/typebox';

export const object = <P extends TProperties>(description: string, fields: P) =>
  Type.Object(fields, { description });
export const text = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const count = (description: string) => Type.Integer({ description });
export const time = (description: string) =>
  Type.String({ shownFormat: 'date-time', description: `${description}, ISO 8601 in UTC` });
export const orNull = <S extends TSchema>(description: string, schema: S) =>
  Type.Union([schema, Type.Null()], { description });
export const words = <W extends string>(description: string, ...all: W[]) =>
  Type.Union(
    all.map((one) => Type.Literal(one)),
    { description },
  );
export const jids = (description: string) => Type.Array(Type.String(), { description });

/** Fields that several event types share, each with one meaning. */
export const chat = text(
  'JID of the chat: `5511999990000@s.whatsapp.net` of a person, ending in `@g.us` of a group',
);
export const isFromMe = flag('Whether the account itself did it, on whatever device');
export const isGroup = flag('Whether the chat is a group');
export const ownJid = text('JID of the paired account, such as `5511988880000:1@s.whatsapp.net`');
export const pushName = text('Name that the account has given itself');
export const isOpen = Type.Literal('open', {
  description: 'Always `open`: the instance is connected',
});

/** The account's own JID in samples. */
export const OWN_JID = '5511988880000:1@s.whatsapp.net';
export const PERSON = '5511999990000@s.whatsapp.net';
export const GROUP = '120363000000000001@g.us';
