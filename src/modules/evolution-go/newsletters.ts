/** Paths of /newsletter, as Evolution Go has them. */
import { Type } from '@sinclair/typebox';
import { NEWSLETTER } from '../../core/http/example-values.ts';
import { AnyValue, text } from './fields.ts';
import { type GoRest, type GoRows, read, send } from './operation.ts';

const channel: GoRest = {
  body: {
    jid: text(
      'JID of the channel, such as `120363000000000002@newsletter`',
      '120363000000000002@newsletter',
    ),
  },
  data: AnyValue,
};
const follow = send('Follow a channel', {
  ...channel,
  exampleData: { jid: NEWSLETTER, follow: true },
  operation: 'POST /newsletter/follow/:instanceName',
});

export const NEWSLETTERS: GoRows = {
  'GET /newsletter/list': read('List the channels that the account follows', {
    operation: 'GET /newsletter/list/:instanceName',
    data: Type.Array(AnyValue),
  }),
  'POST /newsletter/info': read('Get a channel', {
    ...channel,
    operation: 'POST /newsletter/info/:instanceName',
  }),
  'POST /newsletter/link': read('Get the channel that a link leads to', {
    body: {
      key: text(
        'The link of a channel, or the code at its end',
        'https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOpQ',
      ),
    },
    operation: 'POST /newsletter/link/:instanceName',
    data: AnyValue,
  }),
  'POST /newsletter/subscribe': follow,
  'POST /newsletter/follow': follow,
  'POST /newsletter/unfollow': send('Unfollow a channel', {
    ...channel,
    exampleData: { jid: NEWSLETTER, unfollow: true },
    operation: 'POST /newsletter/unfollow/:instanceName',
  }),
};
