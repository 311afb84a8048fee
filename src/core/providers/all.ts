/**
 * The platforms that an instance can be on: what people see there, and their variables. Modules of their names reach
 * them.
 */
import { publicUrl } from '../shared/variables/addresses.ts';
import {
  credential,
  flag,
  type Intersection,
  integer,
  type Kind,
  optional,
  path,
  variable,
} from '../shared/variables/kinds.ts';

const graphUrl: Kind<string> = {
  accepts: 'an http or https URL without credentials, query, fragment or version',
  read(text) {
    const url = publicUrl.read(text);
    return url === undefined || /\/v\d+(\.\d+)?$/.test(url) ? undefined : url;
  },
};

const graphVersion: Kind<string> = {
  accepts: 'a version such as `v26.0`',
  read: (text) => (/^v[1-9]\d{0,2}\.\d$/.test(text) ? text : undefined),
};

/** Where Meta's Graph API is, and how its webhooks are checked. */
export const CLOUD_VARIABLES = {
  metaGraphUrl: variable({
    name: 'META_GRAPH_URL',
    kind: graphUrl,
    unset: 'https://graph.facebook.com',
    secret: 'in-address',
    about: "Where Meta's Graph API is reached; a private place needs `WEBHOOK_ALLOW_NETWORKS`.",
  }),
  metaGraphVersion: variable({
    name: 'META_GRAPH_VERSION',
    kind: graphVersion,
    unset: 'v26.0',
    about: 'Version of the Graph API. Meta keeps each for about two years.',
  }),
  metaAppSecret: optional({
    name: 'META_APP_SECRET',
    kind: credential,
    secret: 'whole',
    about: "Secret of your Meta app. Webhooks must be signed with it, or with an instance's own.",
  }),
  metaVerifyToken: optional({
    name: 'META_VERIFY_TOKEN',
    kind: credential,
    secret: 'whole',
    about: 'The verify token that you enter at Meta for the webhook address.',
  }),
  historyEvents: variable({
    name: 'HISTORY_EVENTS',
    kind: flag,
    unset: false,
    about:
      '`true`: messages from before a number was connected give events too; otherwise they are only stored.',
  }),
};

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

/** WhatsApp by a paired phone: its address, key and version in place of WhatsApp's own, and how sessions run. */
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

/** It is the same in installations that leave out the module of its name. */
export interface Platform<V = object> {
  readonly name: string;
  /** Whether people see lists and buttons as such; otherwise they are sent as text. */
  readonly showsChoices?: true;
  /** Whether they can be tried nevertheless, in the form of paired phones, with a fallback when it is refused. */
  readonly triesChoices?: true;
  /** Whether people see forms (flows) as such. */
  readonly showsForms?: true;
  /** Whether people see templates as such; otherwise they are sent as texts, with their file if they have one. */
  readonly showsTemplates?: true;
  /** The variables of the environment that are only about this platform. */
  readonly variables: V;
}

/** A platform that a person or a program drives in place of a phone. */
const SANDBOX = {
  name: 'sandbox',
  triesChoices: true,
  showsForms: true,
  showsTemplates: true,
  variables: {},
} as const;
/** WhatsApp by a paired phone. */
const WHATSAPP = { name: 'whatsapp', triesChoices: true, variables: WHATSAPP_VARIABLES } as const;
/** WhatsApp's official API. */
const WHATSAPP_CLOUD = {
  name: 'whatsapp-cloud',
  showsChoices: true,
  showsForms: true,
  showsTemplates: true,
  variables: CLOUD_VARIABLES,
} as const;

const DECLARED = [SANDBOX, WHATSAPP, WHATSAPP_CLOUD] as const;

/** In the order in which answers list them. */
const PLATFORMS: readonly Platform[] = DECLARED;

export const PROVIDER_NAMES: readonly string[] = PLATFORMS.map(({ name }) => name);

/** The variables of all platforms. */
// The cast: `assign` does not know that the list holds one of each.
export const PROVIDER_VARIABLES = Object.assign(
  {},
  ...DECLARED.map(({ variables }) => variables),
) as Intersection<(typeof DECLARED)[number]['variables']>;

const tells =
  (fact: 'showsChoices' | 'triesChoices' | 'showsForms' | 'showsTemplates') =>
  (provider: string): boolean =>
    PLATFORMS.some((one) => one.name === provider && one[fact]);

export const showsChoices = tells('showsChoices');
export const triesChoices = tells('triesChoices');
export const showsForms = tells('showsForms');
export const showsTemplates = tells('showsTemplates');
