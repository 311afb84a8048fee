/** Paths of /instance that mean the instance of the key, as Evolution Go has them. */
import { Type } from '@sinclair/typebox';
import { needs } from '../../instances/scopes.ts';
import { invalid } from '../../shared/errors.ts';
import { body, text } from './fields.ts';
import type { Calling, GoOperation } from './operation.ts';

const status: GoOperation = {
  method: 'GET',
  path: '/instance/status',
  security: needs('read'),
  summary: 'Whether the instance is connected and paired',
  data: Type.Object({
    Connected: Type.Boolean(),
    LoggedIn: Type.Boolean({ description: 'Whether it is paired' }),
    Name: Type.String({ description: 'Of the paired account, empty when there is none' }),
    myJid: Type.String({ description: 'Of the paired account, empty when there is none' }),
  }),
  run: async (_, { instance: { state, ownerJid, profileName } }) => ({
    Connected: state === 'open',
    LoggedIn: ownerJid !== null,
    Name: profileName ?? '',
    myJid: ownerJid ?? '',
  }),
};

interface Code {
  readonly pairingCode: string | null;
  readonly code: string;
  readonly base64: string;
  readonly passkey?: {
    readonly stage: string;
    readonly openUrl: string;
    readonly code: string | null;
  };
}

/** 400 when there is nothing to pair any more. */
async function codeFor({ ask, instance }: Calling, query: Record<string, string> = {}) {
  const answer = await ask<Code>('GET', '/instance/connect', { query });
  if (answer.pairingCode === null && answer.code === '' && answer.passkey === undefined)
    throw invalid(`instance ${instance.name} is logged in already`);
  return answer;
}

const qr: GoOperation = {
  method: 'GET',
  path: '/instance/qr',
  security: needs('connect'),
  summary: 'Connect and get the QR code to pair with',
  description: 'Waits up to 10 seconds for the first one.',
  data: Type.Object({
    Qrcode: Type.String({ description: 'A picture, as a data: URL' }),
    Code: Type.String({ description: 'What the picture says' }),
    passkeyStage: Type.Optional(Type.String()),
    passkeyOpenUrl: Type.Optional(Type.String()),
    passkeyCode: Type.Optional(Type.String()),
  }),
  async run(_, calling) {
    const { base64, code, passkey } = await codeFor(calling);
    const ceremony = passkey && {
      passkeyStage: passkey.stage,
      passkeyOpenUrl: passkey.openUrl,
      passkeyCode: passkey.code ?? '',
    };
    return { Qrcode: base64, Code: code, ...ceremony };
  },
};

const pair: GoOperation = {
  path: '/instance/pair',
  security: needs('connect'),
  summary: 'Connect and get a code to type on the phone',
  description:
    'Which events are sent is set at `/instance/connect`; a `subscribe` here is ignored.',
  body: body({ phone: text('Phone number of the account, 7-15 digits with the country code') }),
  data: Type.Object({ PairingCode: Type.String() }),
  names: { number: 'phone' },
  async run({ phone }, calling) {
    if (phone === undefined) throw invalid('phone is required');
    if (typeof phone === 'object') throw invalid('phone must be 7-15 digits');
    const { pairingCode } = await codeFor(calling, { number: String(phone) });
    return { PairingCode: pairingCode ?? '' };
  },
};

export const connectAnew = ({ ask, instance }: Calling) =>
  instance.state === 'close' ? ask('GET', '/instance/connect') : ask('POST', '/instance/restart');

const reconnect: GoOperation = {
  path: '/instance/reconnect',
  security: needs('connect'),
  summary: 'Connect anew',
  description:
    'One that is closed is connected; one that never was paired then waits for its code.',
  data: null,
  run: (_, calling) => connectAnew(calling),
};

const disconnect: GoOperation = {
  path: '/instance/disconnect',
  security: needs('connect'),
  summary: 'Close the connection and stay paired',
  description: 'It stays closed until it is connected by request.',
  data: null,
  run: (_, { ask }) => ask('POST', '/instance/disconnect'),
};

const logout: GoOperation = {
  method: 'DELETE',
  path: '/instance/logout',
  security: needs('connect'),
  summary: 'Unpair the instance',
  data: null,
  run: (_, { ask }) => ask('DELETE', '/instance/logout'),
};

export const OWN_INSTANCE: readonly GoOperation[] = [
  status,
  qr,
  pair,
  reconnect,
  disconnect,
  logout,
];
