/** Variables of instances: which provider they get, how they connect. */
import { PROVIDERS } from '../providers/provider.ts';
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
};
