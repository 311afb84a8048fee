/** Variables of instances: which provider they get, how they connect. */
import { PROVIDERS } from '../providers/provider.ts';
import { networks } from './addresses.ts';
import { flag, integer, oneOf, variable } from './kinds.ts';

export const INSTANCE_VARIABLES = {
  defaultProvider: variable({
    name: 'DEFAULT_PROVIDER',
    kind: oneOf(...PROVIDERS),
    unset: 'sandbox',
    unsetInProduction: 'whatsapp',
    about: 'Provider of instances that are created without one.',
  }),
  connectOnStartup: variable({
    name: 'CONNECT_ON_STARTUP',
    kind: flag,
    unset: true,
    about:
      'Reconnect paired instances when the service starts; those of WhatsApp one after another, 50 ms apart.',
  }),
  qrcodeMaxCount: variable({
    name: 'QRCODE_MAX_COUNT',
    kind: integer(1, 100),
    unset: 6,
    about: 'QR codes shown before a pairing attempt ends.',
  }),
  proxyAllowNetworks: variable({
    name: 'PROXY_ALLOW_NETWORKS',
    kind: networks,
    unset: 'everything',
    unsetInProduction: [],
    defaultText: '`everything`; production: `none`',
    about:
      'Private, loopback, link-local or reserved places that the proxies of instances may be in.',
  }),
};
