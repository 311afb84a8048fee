/** Routes of passkey ceremonies, for the browser that has the passkey. The token in the path is the only credential. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../http/failures.ts';
import { principalOf } from '../../http/principal.ts';
import type { RouteExample } from '../../http/route-detail.ts';
import { CEREMONY_PATH } from '../../instances/passkey-ceremonies.ts';
import type { Ceremony } from '../../providers/passkey/ceremony.ts';
import { CeremonyView, Credential, Taken, toCeremonyView } from './model.ts';
import type { CeremonyHolder } from './zone.ts';

const params = Type.Object({
  token: Type.String({
    description: 'The token from the link to the ceremony, good for 5 minutes',
  }),
});
const always = failures(
  'BAD_REQUEST',
  'NOT_FOUND',
  'GONE',
  'RATE_LIMITED',
  'INTERNAL_SERVER_ERROR',
);
const acts = { ...always, ...failures('CONFLICT') };
const documented = (summary: string, description: string, example: RouteExample = {}) => ({
  detail: { tags: ['Passkeys'], security: [], summary, description, example },
});

const RESPONSE = {
  id: 'AQIDBAUGBwg',
  rawId: 'AQIDBAUGBwg',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'AQIDBAUGBwg',
    signature: 'AQIDBAUGBwg',
  },
};

const ceremonyOf = (context: object): Ceremony => principalOf<CeremonyHolder>(context).ceremony();

export const passkeyRoutes = () =>
  new Elysia({ name: 'passkey' })
    .get(`${CEREMONY_PATH}/:token`, (context) => toCeremonyView(ceremonyOf(context).state()), {
      params,
      response: { 200: CeremonyView, ...always },
      ...documented(
        'A passkey ceremony, as the browser needs it',
        'Needs no key. Browsers may call it from https://web.whatsapp.com alone. Gone once its 5 minutes are over.',
      ),
    })
    .post(
      `${CEREMONY_PATH}/:token/response`,
      async (context) => {
        await ceremonyOf(context).answer(context.body);
        return { ok: true as const };
      },
      {
        params,
        body: Credential,
        response: { 200: Taken, ...acts },
        ...documented(
          'The browser has used the passkey',
          'Taken once; a conflict after that. What cannot be the answer to the challenge is a bad request, and the ceremony goes on. When WhatsApp refuses it the pairing ends with that reason.',
          { body: RESPONSE },
        ),
      },
    )
    .post(
      `${CEREMONY_PATH}/:token/confirm`,
      async (context) => {
        await ceremonyOf(context).confirm();
        return { ok: true as const };
      },
      {
        params,
        response: { 200: Taken, ...acts },
        ...documented(
          'A person confirms that both codes are the same',
          'Never done by itself. A conflict while there is no code, and after the first time.',
        ),
      },
    );
