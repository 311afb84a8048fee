/** The access tokens that open the account: made, shown once, given a new secret, and ended. */
import { at } from '../api.ts';
import { confirmed, showSecret } from '../dialogs.js';
import { shownTime } from '../dom.js';
import { button } from '../forms.js';
import { allOrSome, choiceField, textField, ticksField, timeField } from './fields.js';
import { personField, readPeople } from './people-list.js';
import { recordView } from './record-view.js';
import { permissionsText } from './roles.js';
import { PERMISSIONS } from './words.ts';

/** @param {import('./record-view.js').Session} session */
export function tokensView(session) {
  let people = null;
  const ready = readPeople(session).then((read) => {
    people = read;
  });
  return recordView(session, {
    title: 'Access tokens',
    one: 'access token',
    resource: 'access_tokens',
    path: '/access_tokens',
    empty: 'There is none.',
    about: 'Whoever has a token acts as its person. A secret is shown once, when it is made.',
    ready,
    factsOf: (token) => factsOf(token, people),
    async fields(record) {
      await ready;
      return tokenFields(session, people, record);
    },
    made: shown,
    actions: (token, context) =>
      session.can('access_tokens.update') ? [rotateButton(token, context)] : [],
    ending: { word: 'End', text: 'Whatever uses it is refused from then on.' },
  });
}

const factsOf = (token, { nameOf }) => [
  `${token.token_prefix}…`,
  `of ${nameOf(token.user_id)}`,
  token.account_id === null ? 'opens every account of its user' : 'opens this account only',
  token.scopes === null ? 'all that the role permits' : permissionsText(token.scopes),
  token.expires_at === null ? '' : `until ${shownTime(token.expires_at)}`,
  token.last_used_at === null ? 'never used' : `last used ${shownTime(token.last_used_at)}`,
];

function tokenFields(session, people, record) {
  const nobody = 'Yourself';
  const forNew = [
    personField('user_id', 'Person', people, { nobody, hint: 'Who acts with it' }),
    choiceField(
      'account_id',
      'It opens',
      [
        ['this', 'This account only'],
        ['every', 'Every account of its user'],
      ],
      { toValue: (text) => (text === 'every' ? null : undefined) },
    ),
  ];
  const scopes = ticksField('scopes', 'It permits, of what the role does', PERMISSIONS, {
    isOpen: session.can,
  });
  return [
    textField('name', 'Name', { required: true, hint: 'What it is for' }),
    ...(record ? [] : forNew),
    allOrSome('All that the role permits', scopes, {
      all: undefined,
      isAll: (stored) => stored === null,
      isFixed: true,
    }),
    timeField('expires_at', 'It ends', { hint: 'Empty: never' }),
  ];
}

const shown = ({ name, token }) =>
  showSecret({ title: `${name} is created`, what: 'token', of: name, secret: token });

const rotateButton = ({ id, name }, { session, status, reload }) =>
  button('Replace secret', {
    status,
    isSure: () =>
      confirmed({
        title: `Replace the secret of ${name}?`,
        text: 'The present one is refused at once.',
        action: `Replace the secret of ${name}`,
      }),
    async run() {
      const { data, message } = await session.api.post(at`/access_tokens/${id}/rotate`, {});
      await reload();
      const title = `${name} has a new secret`;
      showSecret({ title, what: 'token', of: name, secret: data.token });
      return message;
    },
  });
