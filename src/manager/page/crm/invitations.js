/** The invitations that the person behind the token has got. */
import { at } from '../api.ts';
import { shownTime } from '../dom.js';
import { button } from '../forms.js';
import { recordView } from './record-view.js';

/** @param {import('./record-view.js').Session} session */
export const invitationsView = (session) =>
  recordView(session, {
    title: 'Invitations',
    one: 'invitation',
    resource: 'users',
    path: '/invitations',
    empty: 'Nobody has invited you.',
    about: 'Accounts that would like to have you. Nobody joins one without accepting.',
    offers: [],
    nameOf: ({ account }) => account.name,
    factsOf: ({ role, expires_at: end }) => [`as ${role.name}`, `until ${shownTime(end)}`],
    actions: (invitation, context) => [
      answerButton('Accept', 'accept', invitation, context),
      answerButton('Decline', 'decline', invitation, context),
    ],
  });

const answerButton = (text, verb, { id }, { session, status, reload }) =>
  button(text, {
    kind: verb === 'accept' ? 'primary' : '',
    status,
    async run() {
      const { message } = await session.api.post(at`/invitations/${id}/${verb}`);
      await reload();
      return verb === 'accept' ? `${message}. Choose it under Accounts to work in it.` : message;
    },
  });
