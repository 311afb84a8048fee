/** The accounts of the person behind the token: which one is worked in, and what they are called. */
import { confirmed } from '../dialogs.js';
import { el } from '../dom.js';
import { button, field, input, submitForm } from '../forms.js';
import { forgetAccount, rememberAccount } from './account.js';
import { choiceField, textField } from './fields.js';
import { recordView, viewHeading } from './record-view.js';

/** @param {import('./record-view.js').Session} session */
export function accountsView(session) {
  return session.can('accounts.read') ? listOf(session) : { element: accountById(session) };
}

const listOf = (session) =>
  recordView(session, {
    title: 'Accounts',
    one: 'account',
    resource: 'accounts',
    path: '/accounts',
    empty: 'There is none.',
    about: session.mustChoose ? 'You have several: choose the one to work in.' : '',
    factsOf: ({ id, status, locale, support_email: email }) => [
      id === session.account?.id ? 'this page works in it' : '',
      status === 'suspended' ? 'suspended' : '',
      locale,
      email,
      id,
    ],
    fields: (record) => [
      textField('name', 'Name', { required: true }),
      textField('locale', 'Language', { hint: 'Such as en or pt_BR' }),
      textField('support_email', 'Support e-mail', { isNullable: true, type: 'email' }),
      ...(record ? [choiceField('status', 'Status', ['active', 'suspended'])] : []),
    ],
    ending: {
      word: 'Delete',
      text: 'Everything in it is gone for good, and so are people without another account.',
    },
    async ended({ id }) {
      if (id !== session.account?.id) return;
      forgetAccount();
      await session.enter();
    },
    actions: (record, { status }) =>
      record.id === session.account?.id
        ? [leaveButton(session, status)]
        : [workButton(session, record, status)],
  });

const workButton = ({ enter }, { id }, status) =>
  button('Work in', {
    status,
    async run() {
      rememberAccount(id);
      await enter();
    },
  });

const leaveButton = ({ api, account, enter }, status) =>
  button('Leave', {
    status,
    isSure: () =>
      confirmed({
        title: `Leave ${account.name}?`,
        text: 'Your places in its inboxes go along, and so do the tokens that are bound to it. With your last account you are deleted yourself.',
        action: `Leave ${account.name} now`,
      }),
    async run() {
      const { message } = await api.delete('/memberships/me');
      forgetAccount();
      await enter();
      return message;
    },
  });

/** For a token that may not list accounts, where its user has several. */
function accountById({ enter }) {
  const id = input('account', { required: true });
  const fields = [
    field('Account id', id, 'Only needed where you have several'),
    el('button', { type: 'submit' }, 'Work in'),
  ];
  const form = submitForm(fields, async ({ account }) => {
    rememberAccount(account);
    await enter();
  });
  const hint = el('p', 'This token may not list accounts (accounts.read).');
  return el('section.card', viewHeading('Accounts'), hint, form);
}
