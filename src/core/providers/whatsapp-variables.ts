/** Variables of WhatsApp by a paired phone that replace WhatsApp's own address, key and version. */
import { flag, integer, type Kind, optional, path, variable } from '../shared/variables/kinds.ts';

/** The three parts of a version such as 2.3000.1043857760. */
export type WebVersion = [number, number, number];

/** Returns null for a text that is no version. */
export function versionIn(text: string): WebVersion | null {
  const [, major, minor, patch] = /^(\d{1,4})\.(\d{1,6})\.(\d{1,12})$/.exec(text) ?? [];
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

const socketUrl: Kind<string> = {
  accepts: 'a `wss` or `ws` URL without credentials',
  read(text) {
    const url = /^wss?:\/\//i.test(text) ? URL.parse(text) : null;
    return url && url.username === '' && url.password === '' ? url.href : undefined;
  },
};

const publicKey: Kind<string> = {
  accepts: '32 bytes as 64 hexadecimal digits',
  read: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
};

const webVersion: Kind<WebVersion> = {
  accepts: 'three numbers such as `2.3000.1043857760`',
  read: (text) => versionIn(text) ?? undefined,
};

export const WHATSAPP_VARIABLES = {
  whatsappSocketUrl: optional({
    name: 'WHATSAPP_SOCKET_URL',
    kind: socketUrl,
    secret: 'in-address',
    about: 'Address used instead of that of WhatsApp, for tests.',
  }),
  whatsappRootPublicKey: optional({
    name: 'WHATSAPP_ROOT_PUBLIC_KEY',
    kind: publicKey,
    about: 'Root key used instead of that of WhatsApp, for tests.',
  }),
  whatsappWebVersion: optional({
    name: 'WHATSAPP_WEB_VERSION',
    kind: webVersion,
    about:
      'Version of the web client to connect as: see [WhatsApp](whatsapp.md#what-you-can-rely-on).',
  }),
  whatsappIdentityEvents: variable({
    name: 'WHATSAPP_IDENTITY_EVENTS',
    kind: flag,
    unset: false,
    about:
      '`true`: `ContactIdentityChanged` says when [a contact has another phone](whatsapp.md#when-a-contact-has-another-phone).',
  }),
  whatsappRecord: optional({
    name: 'WHATSAPP_RECORD',
    kind: path,
    about:
      'File into which stanzas are [recorded](whatsapp.md#recording-what-whatsapp-says), without people, contents and keys.',
  }),
  whatsappWorkers: optional({
    name: 'WHATSAPP_WORKERS',
    kind: integer(0, 256),
    defaultText: 'one less than the processors, at most one for each 512 MiB of `MEMORY_LIMIT`',
    about:
      '[Threads of WhatsApp sessions](operations.md#threads-of-whatsapp-sessions), started when needed; `0`: sessions run in the main thread.',
  }),
};
