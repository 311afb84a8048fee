/** Variables of WhatsApp by a paired phone: what stands in for WhatsApp's own endpoint, key and version. */
import { publicUrl } from './addresses.ts';
import { integer, type Kind, optional } from './kinds.ts';

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

type WebVersion = [number, number, number];

const webVersion: Kind<WebVersion> = {
  accepts: 'three numbers such as `2.3000.1043857760`',
  read(text) {
    const [, major, minor, patch] = /^(\d{1,4})\.(\d{1,6})\.(\d{1,12})$/.exec(text) ?? [];
    return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
  },
};

export const WHATSAPP_VARIABLES = {
  whatsappSocketUrl: optional({
    name: 'WHATSAPP_SOCKET_URL',
    kind: socketUrl,
    secret: 'in-address',
    about: 'Where WhatsApp is reached, in place of its own address.',
  }),
  whatsappRootPublicKey: optional({
    name: 'WHATSAPP_ROOT_PUBLIC_KEY',
    kind: publicKey,
    about: "Whose signature makes a server WhatsApp's, in place of its own key.",
  }),
  whatsappWebVersion: optional({
    name: 'WHATSAPP_WEB_VERSION',
    kind: webVersion,
    about: 'Version of the web client to connect as; see WhatsApp.',
  }),
  whatsappWorkers: optional({
    name: 'WHATSAPP_WORKERS',
    kind: integer(0, 256),
    defaultText: 'one less than the processors, at most one for each 512 MiB of `MEMORY_LIMIT`',
    about:
      'Threads for the sessions of instances, started when needed; each but the first takes 90 to 125 MB. `0`: they run in the main thread. See Operations.',
  }),
  passkeyPublicUrl: optional({
    name: 'PASSKEY_PUBLIC_URL',
    kind: publicUrl,
    defaultText: '`PUBLIC_URL`',
    secret: 'in-address',
    about: 'Where the browser that has a passkey reaches `/passkey-ceremony`; see WhatsApp.',
  }),
};
