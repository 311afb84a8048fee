/** Variables of WhatsApp's official API: where Meta's Graph API is, and how its webhooks are checked. */
import { publicUrl } from '../shared/variables/addresses.ts';
import { credential, flag, type Kind, optional, variable } from '../shared/variables/kinds.ts';

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
