/** Bodies as clients of other gateways of this kind write them: other names, or the same fields one object deeper. */
import { type Fields, fieldsIn, isFields } from '../../../core/http/read-fields.ts';
import type { OtherNames } from '../../../core/http/unread-fields.ts';
import { invalid } from '../../../core/shared/errors.ts';

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

/** Keys that hold something else than the fields of an operation. */
const OTHER_KEYS = ['options', 'mentions', 'stickerMessage'] as const;

/** Names of fields in Evolution API, Evolution Go, WAHA, wuzapi and the Graph API, by their name here. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  number: ['to', 'phone', 'Phone', 'chatId', 'remoteJid'],
  text: ['message', 'body', 'Body'],
  contact: ['contactMessage'],
  mentionsEveryOne: [
    'everyOne',
    'mentionsEveryone',
    'mentionEveryOne',
    'mentionEveryone',
    'mentionAll',
  ],
  mentioned: ['mentionedJid', 'mentionedJidList'],
  linkPreview: ['link_preview', 'preview_url'],
  mediatype: ['mediaType', 'type'],
  mimetype: ['mimeType', 'mime_type'],
  fileName: ['filename', 'file_name', 'FileName'],
  media: ['url', 'file'],
  values: ['options'],
  selectableCount: ['maxAnswer'],
};

/**
 * Returns the names that `flatBody` reads for these fields: our name for each other name, or null for a name without
 * effect.
 */
export const otherNamesOf = (properties: object): OtherNames => ({
  ...Object.fromEntries([...WRAPPERS, ...OTHER_KEYS].map((name) => [name, null])),
  ...Object.fromEntries(
    Object.entries(NAMES)
      .filter(([name]) => Object.hasOwn(properties, name))
      .flatMap(([name, others]) => others.map((other) => [other, name])),
  ),
});

/** Options with the names that they have here. */
const OPTIONS = ['delay', 'quoted', 'linkPreview'] as const;

/**
 * Returns the flat form of a body, or the same body if it is flat or not an object. A field of the flat form wins over
 * the older one. In the older form null and an empty list count as absent. Throws `invalid` if two other names of one
 * field have different values.
 */
export function flatBody(body: unknown, otherNames: OtherNames): unknown {
  if (!isFields(body) || !hasAny(body, otherNames)) return body;
  const deeper = [wrapped(body), fromMentions(body.mentions), fromOptions(body.options)];
  const inside = Object.fromEntries(deeper.flatMap(Object.entries).filter(hasValue));
  const flat = { ...inside, ...body };
  return {
    ...Object.fromEntries(Object.entries(renamed(flat, otherNames)).filter(hasValue)),
    ...flat,
  };
}

function hasAny(body: Fields, names: OtherNames): boolean {
  for (const name in body) if (Object.hasOwn(names, name)) return true;
  return false;
}

const wrapped = (body: Fields): Fields => ({
  ...Object.assign({}, ...WRAPPERS.map((name) => fieldsIn(body[name]))),
  sticker: fieldsIn(body.stickerMessage).image,
});

function renamed(body: Fields, otherNames: OtherNames): Fields {
  const found: Record<string, unknown> = {};
  const givenAs: Record<string, string> = {};
  for (const [other, name] of Object.entries(otherNames)) {
    const value = Object.hasOwn(body, other) ? body[other] : undefined;
    // An object of this name is another thing, except of a contact.
    if (
      name === null ||
      value === '' ||
      !hasValue([name, value]) ||
      (isFields(value) && name !== 'contact')
    )
      continue;
    const before = givenAs[name];
    if (before !== undefined && found[name] !== value && body[name] === undefined)
      throw invalid(`${before} and ${other} are different: give ${name} instead`);
    givenAs[name] = other;
    found[name] = value;
  }
  return found;
}

/** A list names people; in an object there may be everybody too. */
function fromMentions(mentions: unknown): Fields {
  if (Array.isArray(mentions)) return { mentioned: mentions };
  const { everyOne, everyone = everyOne, mentioned } = fieldsIn(mentions);
  return { mentionsEveryOne: everyone, mentioned };
}

function fromOptions(options: unknown): Fields {
  const fields = fieldsIn(options);
  const kept = OPTIONS.map((name) => [name, fields[name]]);
  return { ...Object.fromEntries(kept), ...fromMentions(fields.mentions) };
}

const hasValue = ([, value]: readonly [string, unknown]): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
