/** An account whose phone links nothing without its passkey. */
import { Authenticator } from '../doubles/authenticator.ts';
import type { FakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { until } from './until.ts';
import { type Call, qrOnShow } from './whatsapp.ts';

/** The phase of the instance, as its connection state has it. */
export const phaseOf = async (call: Call, name: string): Promise<string> =>
  (await call('GET', `/instance/connectionState/${name}`)).body.instance.phase;

export const hasPhase = (call: Call, name: string, phase: string): Promise<void> =>
  until(`${name} is ${phase}`, async () => (await phaseOf(call, name)) === phase);

/**
 * Lets the phone with this number scan the code of an instance of the provider `whatsapp`, and resolves with what has
 * the passkey once the instance waits for it.
 */
export async function askForPasskey(
  call: Call,
  whatsapp: FakeWhatsApp,
  name: string,
  number: string,
): Promise<Authenticator> {
  const phone = whatsapp.phone({ number, name: 'Shop' });
  const passkey = new Authenticator();
  phone.passkey = passkey;
  // Many tests leave before the instance is linked, and the phone is told of it.
  phone.scan(qrOnShow(call, name)).catch(() => {});
  await hasPhase(call, name, 'passkey');
  return passkey;
}
