/** Routes of passkey ceremonies, for the browser that has the passkey. The token in the path is the only credential. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../core/http/failures.ts';
import { principalOf } from '../../core/http/principal.ts';
import type { RouteExample } from '../../core/http/route-detail.ts';
import { CEREMONY_PATH } from '../../core/instances/passkey-ceremonies.ts';
import type { Ceremony } from '../../core/providers/passkey.ts';
import { CeremonyView, Credential, Taken, toCeremonyView } from './model.ts';
import type { CeremonyHolder } from './zone.ts';

const params = Type.Object({
  token: Type.String({
    description: 'Token from the link to the ceremony, valid for 5 minutes',
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
        'Get a passkey ceremony, as the browser needs it',
        'Returns the challenge and the state of the ceremony; needs no key. Browsers may call it only from https://web.whatsapp.com. Answers 410 once its 5 minutes are over.',
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
          "Submit the response of the browser's passkey",
          'Takes the response once, and answers 409 after that. A response that cannot be the answer to the challenge is answered 400, and the ceremony goes on. If WhatsApp refuses it, the pairing ends with that reason.',
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
          'Confirm that both codes are the same',
          'Confirms the code, which only a person does. Answers 409 while there is no code, and after the first time.',
        ),
      },
    );
