/** Operations on links to the page of a customer. */

import { Type } from '@sinclair/typebox';
import { keepingEmpty } from '../../core/http/body-values.ts';
import { Choice, Whole } from '../../core/http/field-types.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import {
  type FieldError,
  fieldError,
  isFields,
  optional,
  parsedIfPresent,
  readFields,
  words,
} from '../../core/http/read-fields.ts';
import { Time } from '../../core/http/time.ts';
import { keyById } from '../../core/instances/keys.ts';
import { LINKS_PER_INSTANCE, REQUESTS_PER_LINK } from '../../core/instances/portal-links.ts';
import { PORTAL_SCOPES, type PortalScope, withNeeded } from '../../core/instances/scopes.ts';
import { LANGUAGES, type LanguageCode } from '../../core/languages/choose.ts';
import { iso } from '../../core/shared/clock.ts';
import { failure, invalidFields } from '../../core/shared/errors.ts';
import { nearest } from '../../core/shared/nearest.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import { instanceOperation, type Operation, readBody } from '../gateway/api.ts';

const TTL_MIN_SECONDS = 60;
const TTL_MAX_SECONDS = 7 * 24 * 60 * 60;
const TTL_DEFAULT_SECONDS = 60 * 60;

const THEMES = ['auto', 'light', 'dark'] as const;
const LANGUAGE_CODES = Object.keys(LANGUAGES) as LanguageCode[];

const PortalRequest = keepingEmpty(
  NamedObject('PortalRequest', {
    ttlSeconds: optional(
      Whole({
        minimum: TTL_MIN_SECONDS,
        maximum: TTL_MAX_SECONDS,
        default: TTL_DEFAULT_SECONDS,
        description:
          'Seconds for which the link, and the page that it opens, are valid: a minute to a week, by default an hour',
      }),
    ),
    scopes: parsedIfPresent(
      Type.Array(words(...PORTAL_SCOPES), {
        minItems: 1,
        description:
          'Scopes of the page; defaults to everything. `endpoints:read` is always included, and `deliveries:redeliver` includes `deliveries:read`',
      }),
      readScopes,
    ),
    theme: optional(
      Choice(THEMES, {
        description: 'Colours of the page; `auto`, the default, follows the browser',
      }),
    ),
    language: optional(
      Choice(LANGUAGE_CODES, {
        description: 'Language of the page; defaults to the one that the browser prefers',
      }),
    ),
  }),
);

function readScopes(value: unknown): readonly PortalScope[] | FieldError {
  if (!Array.isArray(value) || value.length === 0)
    return fieldError('not_a_list_of', { values: PORTAL_SCOPES.join(', ') });
  const known = PORTAL_SCOPES.filter((scope) => value.includes(scope));
  const unknown = value.find((one) => !known.includes(one));
  if (unknown === undefined) return withNeeded(known);
  const meant = typeof unknown === 'string' ? nearest(unknown, PORTAL_SCOPES) : null;
  const scope = JSON.stringify(unknown).slice(0, 66);
  return meant === null
    ? fieldError('scope_unknown', { scope, scopes: PORTAL_SCOPES.join(', ') })
    : fieldError('scope_misspelt', { scope, meant });
}

/** Throws 400 naming every wrong field, and every field that there is not. */
function readRequest(body: unknown) {
  const { fields, problems } = readFields(PortalRequest, body);
  const names = Object.keys(isFields(body) ? body : {});
  const unknown = names.filter((name) => !Object.hasOwn(PortalRequest.properties, name));
  const found = [
    ...problems,
    ...unknown.map((name) => ({ field: name.slice(0, 64), ...problem('not_field_of_link') })),
  ];
  if (found.length > 0) throw invalidFields(found);
  const { ttlSeconds = TTL_DEFAULT_SECONDS, scopes = PORTAL_SCOPES, theme, language } = fields;
  return { ttlSeconds, scopes, look: { ...(theme && { theme }), ...(language && { language }) } };
}

const linkFields = {
  id: Type.String({ description: 'Id of the link, by which the audit names what its page does' }),
  expiresAt: Time({ description: 'When the link and its page expire' }),
  scopes: Type.Array(words(...PORTAL_SCOPES), { description: 'Scopes of the page of the link' }),
};

const createLink = instanceOperation('POST /portal/:instanceName', {
  tag: 'Customer pages',
  scope: ['read', 'settings'],
  summary: 'Create a link to a page for the customer of an instance',
  description: `Creates a link, which opens the page once. The page shows endpoints, deliveries and tests of this instance, and nothing else can be reached with it. It ends at \`expiresAt\`, with the instance, when the key of the instance is replaced, or when the link is deleted. An instance has at most ${LINKS_PER_INSTANCE} links at a time. The page of a link may make ${REQUESTS_PER_LINK} requests a minute.`,
  body: readBody(PortalRequest, (body) => readRequest(body), { isOptional: true }),
  answer: NamedObject('PortalLink', {
    ...linkFields,
    url: Type.String({
      description: 'Address to open in a browser, or in a frame; shown only here',
    }),
  }),
  status: 201,
  failures: ['CONFLICT'],
  audit: 'portal.create',
  isForAnyNode: true,
  async run({ portalLinks, clock, publicUrl }, { instance, body, caller, note }) {
    const { scopes, look, ttlSeconds } = body;
    const expiresAt = clock.now() + ttlSeconds * 1000;
    const key = caller.kind === 'instance' ? keyById(instance, caller.keyId) : null;
    if ((key?.expiresAt ?? Infinity) < expiresAt) throw failure('link_outlives_key');
    const { id, code } = await portalLinks.add({ instanceId: instance.id, scopes, expiresAt });
    const answer = { id, expiresAt: iso(expiresAt), scopes: [...scopes] };
    note({ details: answer });
    const query = new URLSearchParams(look).toString();
    return { ...answer, url: `${publicUrl()}/manager/portal${query && `?${query}`}#${code}` };
  },
});

const listLinks = instanceOperation('GET /portal/:instanceName', {
  tag: 'Customer pages',
  scope: 'read',
  summary: 'List the links to pages for the customer of an instance',
  description:
    'Returns the links that have not ended, newest first, without the addresses that open them.',
  answer: NamedObject('PortalLinks', {
    links: Type.Array(
      NamedObject('LivePortalLink', {
        ...linkFields,
        opened: Type.Boolean({ description: 'Whether the link has been opened' }),
        createdAt: Time({ description: 'When the link was made' }),
      }),
      { description: 'Links, newest first' },
    ),
  }),
  isForAnyNode: true,
  async run({ portalLinks }, { instance }) {
    const links = (await portalLinks.of(instance.id)).map((link) => ({
      id: link.id,
      expiresAt: iso(link.expiresAt),
      scopes: [...link.scopes],
      opened: link.isOpened,
      createdAt: iso(link.createdAt),
    }));
    return { links };
  },
});

const deleteLink = instanceOperation('DELETE /portal/:instanceName/:linkId', {
  tag: 'Customer pages',
  scope: 'settings',
  summary: 'End a link and the page that was opened with it',
  params: { linkId: Type.String({ description: 'Id of the link, a UUID' }) },
  answer: NamedObject('DeletedPortalLink', {
    id: Type.String({ description: 'Id of the link that was ended' }),
  }),
  audit: 'portal.delete',
  isForAnyNode: true,
  async run({ portalLinks }, { instance, params: { linkId: id }, note }) {
    note({ details: { id } });
    if (!(await portalLinks.remove(instance.id, id))) throw failure('link_not_found');
    return { id };
  },
});

export const PORTAL_OPERATIONS: readonly Operation[] = [createLink, listLinks, deleteLink];
