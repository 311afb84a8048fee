/** Variables of instances: which provider they get, how they connect. */
import { PROVIDER_NAMES } from '../providers/all.ts';
import { networks } from '../shared/variables/addresses.ts';
import { flag, integer, oneOf, variable } from '../shared/variables/kinds.ts';

export const INSTANCE_VARIABLES = {
  defaultProvider: variable({
    name: 'DEFAULT_PROVIDER',
    kind: oneOf(...PROVIDER_NAMES),
    unset: 'sandbox',
    unsetInProduction: 'whatsapp',
    about: 'Provider of instances that are created without one.',
  }),
  connectOnStartup: variable({
    name: 'CONNECT_ON_STARTUP',
    kind: flag,
    unset: true,
    about: 'Reconnect paired instances when the service starts.',
  }),
  qrcodeMaxCount: variable({
    name: 'QRCODE_MAX_COUNT',
    kind: integer(1, 100),
    unset: 6,
    about: 'QR codes shown before a pairing attempt ends.',
  }),
  sendPerMinute: variable({
    name: 'SEND_PER_MINUTE',
    kind: integer(0, 10_000),
    unset: 0,
    unsetIfStrict: 60,
    about: 'Messages that one instance may send in a minute; `0` is no limit.',
  }),
  newChatsPerDay: variable({
    name: 'NEW_CHATS_PER_DAY',
    kind: integer(0, 10_000),
    unset: 0,
    about: 'Chats that one instance may open in 24 hours by writing first; `0` is no limit.',
  }),
  interactiveOnPhones: variable({
    name: 'INTERACTIVE_ON_PHONES',
    kind: flag,
    unset: false,
    about:
      'Send lists, buttons, carousels and Pix [through paired phones](sending.md#buttons-lists-and-carousels-through-a-paired-phone); WhatsApp may restrict accounts for it.',
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
