/** The number of an instance and its account, as the Graph API shows them. */
import { Type } from '@sinclair/typebox';
import { principalOf } from '../../core/http/principal.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import { isUuid } from '../../core/shared/ids.ts';
import type { GatewayParts, GatewayPrincipal } from '../gateway/api.ts';
import { refusedAs } from './errors.ts';
import { GraphMedia, mediaObject, OF_NUMBER } from './media.ts';
import type { GraphCall, GraphRows } from './operation.ts';
import {
  FIELDS,
  type GraphObject,
  messagingProduct,
  PAGE,
  Paging,
  pageOf,
  requireProduct,
  Success,
  selectFields,
} from './reading.ts';
import { GraphTemplate, templateObject } from './templates.ts';

const field = (description: string) => Type.Optional(Type.String({ description }));

const NUMBER_FIELDS = {
  display_phone_number: field('The number as people write it; empty before it is paired'),
  verified_name: field('The name that people see'),
  quality_rating: field('GREEN, YELLOW, RED or UNKNOWN'),
  code_verification_status: field('VERIFIED, or NOT_VERIFIED before the instance was paired'),
  name_status: field('Status of the name at Meta, or NONE without one'),
  platform_type: field('CLOUD_API for a number at Meta, otherwise NOT_APPLICABLE'),
  throughput: Type.Optional(Type.Object({ level: Type.String() })),
  messaging_limit_tier: field('Number of people to whom Meta lets the number write first'),
  account_mode: field('LIVE, or SANDBOX for an instance of the sandbox'),
};

const GraphNumber = Type.Object(
  {
    id: Type.String(),
    ...NUMBER_FIELDS,
    status: field('CONNECTED, DISCONNECTED, PENDING or BANNED, or what Meta says of the number'),
    name: field('The name of the account'),
  },
  {
    $id: 'GraphNumber',
    description: 'The requested fields of the number or the account',
  },
);

const USUAL = [
  ...['display_phone_number', 'verified_name', 'quality_rating'],
  'code_verification_status',
];

const STATUSES: Readonly<Record<string, string>> = {
  open: 'CONNECTED',
  connecting: 'PENDING',
  close: 'DISCONNECTED',
};

/** All that is known of the number of an instance. */
function shownNumber(
  { numberOf }: Pick<GatewayParts, 'numberOf'>,
  instance: InstanceRecord,
): GraphObject {
  const { phoneNumberId: id, ownerJid, number, phase, state, provider } = instance;
  const digits = /^\d+/.exec(ownerJid ?? number ?? '')?.[0];
  const facts = numberOf(instance)?.facts;
  const atMeta = facts && {
    display_phone_number: facts.displayPhoneNumber,
    verified_name: facts.verifiedName,
    quality_rating: facts.qualityRating ?? 'UNKNOWN',
    status: facts.status,
    name_status: facts.nameStatus ?? 'NONE',
    platform_type: 'CLOUD_API',
    throughput: { level: facts.throughput ?? 'STANDARD' },
    messaging_limit_tier: facts.messagingLimit ?? undefined,
  };
  return {
    id,
    display_phone_number: digits === undefined ? '' : `+${digits}`,
    verified_name: nameOf(instance),
    quality_rating: 'UNKNOWN',
    code_verification_status: ownerJid === null ? 'NOT_VERIFIED' : 'VERIFIED',
    status: phase === 'banned' ? 'BANNED' : STATUSES[state],
    name_status: 'NONE',
    platform_type: 'NOT_APPLICABLE',
    throughput: { level: 'NOT_APPLICABLE' },
    account_mode: provider === 'sandbox' ? 'SANDBOX' : 'LIVE',
    ...atMeta,
  };
}

const nameOf = ({ profileName, name }: InstanceRecord): string => profileName ?? name;

async function show(call: GraphCall) {
  const { instance, id, parts, query } = call;
  if (id === instance.phoneNumberId)
    return selectFields(shownNumber(parts, instance), query, USUAL);
  if (id === instance.wabaId) return selectFields({ id, name: nameOf(instance) }, query, ['name']);
  // The ids of templates that are stored here are UUIDs, those of Meta digits like the ids of uploads.
  const file = isUuid(id) ? null : await mediaObject(call);
  return file ?? templateObject(call);
}

/** Lists the numbers of the account that the key opens. */
function list(call: GraphCall) {
  const { instance, id, parts, query, request } = call;
  const principal = principalOf<GatewayPrincipal>({ request });
  const own = principal.kind === 'global' ? parts.directory.byWabaId(id) : [instance];
  const { data, ...paging } = pageOf(own, call, { keyOf: (one) => one.phoneNumberId });
  return {
    data: data.map((one) => selectFields(shownNumber(parts, one), query, USUAL)),
    ...paging,
  };
}

export const NUMBERS: GraphRows = {
  'GET /:id': {
    scope: 'read',
    summary: 'Get a number, an account, a file or a template',
    description: 'Returns what the id in the path names; unknown fields are left out.',
    query: { ...FIELDS, ...OF_NUMBER },
    resolvesObjectId: true,
    answer: Type.Union([GraphNumber, GraphMedia, GraphTemplate]),
    run: show,
  },
  'GET /:id/phone_numbers': {
    names: 'account',
    scope: 'read',
    summary: 'List the numbers of an account',
    description: 'Returns the numbers that the key opens.',
    query: { ...FIELDS, ...PAGE },
    answer: Type.Object({ data: Type.Array(GraphNumber), paging: Paging }),
    run: list,
  },
};

const NOT_PAIRED =
  'the instance is not paired with a phone: pair it with the code of GET /instance/connect/{instanceName}';

/** Meta's code for a number that must be verified before it is registered. */
const VERIFY_FIRST = 133006;

async function register(call: GraphCall) {
  const { body, instance, ask } = call;
  requireProduct(body);
  if (typeof body.pin !== 'string' || !/^\d{6}$/.test(body.pin))
    throw refusedAs(100, 'pin must be a text of 6 digits');
  if (instance.state === 'open') return { success: true };
  // Connecting an unpaired instance would only offer a QR code, which this answer cannot show.
  const needsPhone = instance.provider !== 'whatsapp-cloud' && instance.ownerJid === null;
  if (needsPhone) throw refusedAs(VERIFY_FIRST, NOT_PAIRED);
  const connected = await ask<{ instance?: unknown }>('GET /instance/connect/:instanceName');
  if (connected.instance === undefined) throw refusedAs(VERIFY_FIRST, NOT_PAIRED);
  return { success: true };
}

async function deregister(call: GraphCall) {
  await call.ask('POST /instance/disconnect/:instanceName');
  return { success: true };
}

export const REGISTRATION: GraphRows = {
  'POST /:id/register': {
    names: 'number',
    scope: 'connect',
    summary: 'Connect the instance of a number',
    description:
      'Connects an instance that is paired, or a number that is registered at Meta, unless it is connected; nothing is registered at Meta. Only the form of `pin` is checked.',
    body: {
      messaging_product: messagingProduct,
      pin: Type.String({
        pattern: '^\\d{6}$',
        description: 'Six digits, which are not kept',
        examples: ['123456'],
      }),
    },
    answer: Success,
    example: { body: { messaging_product: 'whatsapp', pin: '123456' } },
    run: register,
  },
  'POST /:id/deregister': {
    names: 'number',
    scope: 'connect',
    summary: 'Close the connection of the instance of a number',
    description:
      'Closes the connection until it is connected by request, as by `register`. The instance stays paired, and a number stays registered at Meta.',
    answer: Success,
    run: deregister,
  },
};
