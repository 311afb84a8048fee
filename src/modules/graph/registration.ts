/** Registering a number, which connects its instance here, and the opposite. */
import { Type } from '@sinclair/typebox';
import { refusedAs } from './errors.ts';
import type { GraphCall, GraphRows } from './operation.ts';
import { messagingProduct, requireProduct, Success } from './reading.ts';

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
