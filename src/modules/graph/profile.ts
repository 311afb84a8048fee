/** The profile of a number, as the Graph API shows and changes it. */

import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../core/http/named-object.ts';
import { type Fields, withoutNulls } from '../../core/http/read-fields.ts';
import { fileUrlIn } from '../../core/sending/file-url.ts';
import { isWithin } from '../../core/shared/characters.ts';
import { refusedAs } from './errors.ts';
import { atMetaIfThere, type GraphCall, type GraphRows } from './operation.ts';
import { FIELDS, messagingProduct, pickFields, requireProduct, Success } from './reading.ts';

const shown = (description: string) => Type.Optional(Type.String({ description }));

const GraphProfile = NamedObject(
  'GraphProfile',
  {
    messaging_product: Type.Literal('whatsapp'),
    about: shown('About text of the account'),
    address: shown('Postal address, only for a business'),
    description: shown('Description, only for a business'),
    email: shown('E-mail address, only for a business'),
    vertical: shown('OTHER for a business that has a category, otherwise UNDEFINED'),
    websites: Type.Optional(Type.Array(Type.String())),
    profile_picture_url: shown('URL of the picture, which expires after some days'),
  },
  { description: 'The requested fields, as far as the platform shows them' },
);

interface Profile {
  readonly picture: string | null;
  readonly status: string | null;
  readonly isBusiness: boolean;
}

interface Business {
  readonly email: string | null;
  readonly description: string | null;
  readonly address: string | null;
  readonly category: string | null;
  readonly website: readonly string[];
}

const NO_BUSINESS: Business = {
  email: null,
  description: null,
  address: null,
  category: null,
  website: [],
};

async function show(call: GraphCall) {
  const { ask, instance, query } = call;
  const number = { number: instance.ownerJid ?? '' };
  const { picture, status, isBusiness } = await ask<Profile>(
    'POST /chat/fetchProfile/:instanceName',
    number,
  );
  const business = isBusiness
    ? await ask<Business>('POST /chat/fetchBusinessProfile/:instanceName', number)
    : NO_BUSINESS;
  const { address, description, email, category, website } = business;
  const all = {
    about: status,
    address,
    description,
    email,
    profile_picture_url: picture,
    vertical: category === null ? 'UNDEFINED' : 'OTHER',
    websites: website.length > 0 ? website : null,
  };
  return { data: [{ messaging_product: 'whatsapp', ...pickFields(all, query, Object.keys(all)) }] };
}

/** Fields of a profile that no platform's operation has. */
const ELSEWHERE = ['address', 'description', 'email', 'vertical', 'websites'];

const ABOUT_CHARACTERS_MAX = 139;

/** Throws 400 for what cannot be set here, before anything is set. */
function requireSettable(body: Fields): void {
  requireProduct(body);
  for (const name of ELSEWHERE)
    if (body[name] !== undefined)
      throw refusedAs(
        100,
        `${name} cannot be set here: set it on the phone, or in the WhatsApp Manager`,
      );
  if (body.profile_picture_handle !== undefined)
    throw refusedAs(
      100,
      'profile_picture_handle has no effect here: give the address of the picture in profile_picture_url',
    );
  const { about, profile_picture_url: picture } = body;
  if (about === undefined && picture === undefined)
    throw refusedAs(100, 'name at least one of about, profile_picture_url');
  if (about !== undefined && !(typeof about === 'string' && isWithin(about, ABOUT_CHARACTERS_MAX)))
    throw refusedAs(100, `about must be a text of at most ${ABOUT_CHARACTERS_MAX} characters`);
  if (picture !== undefined && !isPicture(picture))
    throw refusedAs(100, 'profile_picture_url must be an http or https URL');
}

const isPicture = (value: unknown): boolean =>
  typeof value === 'string' && (value.startsWith('data:') || fileUrlIn(value) !== null);

/** The picture comes first, because more can be wrong with it. */
async function change({ ask, body: sent }: GraphCall) {
  const body = withoutNulls(sent);
  requireSettable(body);
  const { about, profile_picture_url: picture } = body;
  if (picture !== undefined)
    await ask('POST /chat/updateProfilePicture/:instanceName', { picture });
  if (about !== undefined)
    await ask('POST /chat/updateProfileStatus/:instanceName', { status: about });
  return { success: true };
}

export const PROFILE: GraphRows = {
  'GET /:id/whatsapp_business_profile': {
    names: 'number',
    scope: 'read',
    summary: 'Get the profile of a number',
    query: FIELDS,
    answer: Type.Object({ data: Type.Array(GraphProfile) }),
    run: atMetaIfThere('whatsapp_business_profile', show),
  },
  'POST /:id/whatsapp_business_profile': {
    names: 'number',
    scope: 'settings',
    summary: 'Change the profile of a number',
    description:
      'Sets `about` and the picture. Any other field is refused and nothing changes, unless the number is at Meta, which takes what it can set.',
    body: {
      messaging_product: messagingProduct,
      about: Type.Optional(
        Type.String({
          maxLength: ABOUT_CHARACTERS_MAX,
          description: 'New about text of the account',
          examples: ['Open until eight'],
        }),
      ),
      profile_picture_url: Type.Optional(
        Type.String({
          description: 'URL of the new picture, at most 5 MiB',
          examples: ['https://shop.example.com/logo.png'],
        }),
      ),
    },
    answer: Success,
    example: { body: { messaging_product: 'whatsapp', about: 'Open until eight' } },
    run: atMetaIfThere('whatsapp_business_profile', change),
  },
};
