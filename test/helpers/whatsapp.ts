/** A service and a WhatsApp to run it against: what it must be told, and how one of its instances is paired. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Screen } from '../doubles/whatsapp/pairing.ts';
import type { FakeWhatsApp, Phone } from '../doubles/whatsapp/server.ts';
import { temporaryFolder } from './database.ts';
import { until } from './until.ts';

/** Variables that lead a service there. Files are reached by a process of its own alone. */
export function whatsAppVariables(whatsapp: FakeWhatsApp): Record<string, string> {
  const authority = join(temporaryFolder(), 'media-authority.pem');
  writeFileSync(authority, whatsapp.media.ca);
  return {
    WHATSAPP_SOCKET_URL: whatsapp.url,
    WHATSAPP_ROOT_PUBLIC_KEY: whatsapp.rootPublicKey,
    WHATSAPP_WEB_VERSION: whatsapp.version.join('.'),
    NODE_EXTRA_CA_CERTS: authority,
  };
}

/** For an app in this process, with its sessions in the main thread: a thread for them takes half a second of CPU. */
export const inProcessVariables = (whatsapp: FakeWhatsApp): Record<string, string> => ({
  ...whatsAppVariables(whatsapp),
  WHATSAPP_WORKERS: '0',
});

/** Calls the service with a key that may do everything; answers the body. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
export type Call = (method: string, path: string, body?: unknown) => Promise<{ body: any }>;

/** The QR code that the service shows for the instance at the moment. */
export const qrOnShow =
  (call: Call, name = 'shop'): Screen =>
  async () =>
    (await call('GET', `/instance/connect/${name}`)).body.code || null;

/** Makes the instance, lets the phone scan its code, and resolves when it is open. */
export async function pairInstance(call: Call, name: string, phone: Phone): Promise<void> {
  await call('POST', '/instance/create', { instanceName: name, provider: 'whatsapp' });
  await phone.scan(qrOnShow(call, name));
  await until(`${name} is open`, async () => {
    const { body } = await call('GET', `/instance/connectionState/${name}`);
    return body.instance.state === 'open';
  });
}
