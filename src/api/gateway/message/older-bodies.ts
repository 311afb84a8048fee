/** Bodies as clients of earlier gateways of this kind write them: the same fields, one object deeper. */
import { type Fields, fieldsIn, isFields } from '../../../http/read-fields.ts';

/** Keys that hold the fields of one operation; every operation accepts all of them. */
const WRAPPERS = [
  'textMessage',
  'mediaMessage',
  'audioMessage',
  'locationMessage',
  'pollMessage',
  'reactionMessage',
  'listMessage',
  'statusMessage',
  'templateMessage',
] as const;

/** Single fields with another name. */
const RENAMED: readonly (readonly [older: string, name: string])[] = [
  ['contactMessage', 'contact'],
  ['everyOne', 'mentionsEveryOne'],
];

/** Options with the names that they have here. */
const OPTIONS = ['delay', 'quoted', 'linkPreview'] as const;

/**
 * The flat form of a body; the same body when it is flat, or no object. What is given in the flat form counts, whatever
 * the older one says. In the older form null and an empty list count as absent.
 */
export function flatBody(body: unknown): unknown {
  if (!isFields(body)) return body;
  const older = [wrapped(body), renamed(body), fromOptions(body.options)]
    .flatMap(Object.entries)
    .filter(([, value]) => !isEmpty(value));
  return older.length === 0 ? body : { ...Object.fromEntries(older), ...body };
}

const wrapped = (body: Fields): Fields =>
  Object.assign({}, ...WRAPPERS.map((name) => fieldsIn(body[name])));

const renamed = (body: Fields): Fields => ({
  ...Object.fromEntries(RENAMED.map(([older, name]) => [name, body[older]])),
  sticker: fieldsIn(body.stickerMessage).image,
});

function fromOptions(options: unknown): Fields {
  const given = fieldsIn(options);
  const { everyOne, mentioned } = fieldsIn(given.mentions);
  const kept = OPTIONS.map((name) => [name, given[name]]);
  return { ...Object.fromEntries(kept), mentionsEveryOne: everyOne, mentioned };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);
