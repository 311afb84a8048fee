/** The accounts of the person behind the token: which one is worked in, and what they are called. */

import { ActionButton } from '../components/action-button.tsx';
import { choiceField, textField } from '../components/fields.tsx';
import { Form, type FormValues, TextField } from '../components/form.tsx';
import { Page } from '../components/layout.tsx';
import { Badge } from '../components/text.tsx';
import { texts } from '../texts.ts';
import type { ListedKind, RecordContext } from './record-kind.tsx';
import { Records } from './records.tsx';
import {
  type Account,
  forgetAccount,
  rememberAccount,
  type Session,
  useSession,
} from './session.ts';
import { mayNotReadText, valueChoices, valueText } from './shown-words.ts';

export function AccountsView({ id }: { id: string | null }) {
  const session = useSession();
  return session.can('accounts.read') ? (
    <Records kind={accountKind(session)} opened={id} />
  ) : (
    <AccountById session={session} />
  );
}

function accountKind(session: Session): ListedKind<Account> {
  const { crm, common } = texts();
  const { accounts } = crm;
  const isHere = (id: string) => id === session.account?.id;
  return {
    resource: 'accounts',
    path: '/accounts',
    section: 'accounts',
    title: crm.sections.accounts,
    newOne: accounts.newOne,
    empty: common.nothing,
    about: session.mustChoose ? accounts.mustChoose : '',
    nameOf: ({ name }) => name,
    columns: [
      {
        title: accounts.status,
        type: 'state',
        field: 'status',
        value: ({ status }) => valueText(status),
        cell: ({ id, status }) => (
          <Badge state={status} tone={status === 'active' ? 'good' : 'bad'}>
            {isHere(id) ? accounts.here : valueText(status)}
          </Badge>
        ),
      },
      { title: common.language, value: ({ locale }) => locale, field: 'locale' },
      {
        title: accounts.supportEmail,
        type: 'address',
        field: 'support_email',
        value: ({ support_email: email }) => email,
      },
      { title: accounts.id, cell: ({ id }) => <code>{id}</code>, isMinor: true },
    ],
    fields: (record) => [
      textField('name', common.name, { required: true }),
      textField('locale', common.language, { hint: accounts.languageHint }),
      textField('support_email', accounts.supportEmail, { isNullable: true, type: 'email' }),
      ...(record
        ? [choiceField('status', accounts.status, valueChoices(['active', 'suspended']))]
        : []),
    ],
    ending: { word: common.delete, text: accounts.ending },
    async ended({ id }) {
      if (!isHere(id)) return;
      forgetAccount();
      await session.enter(crm.deleted);
    },
    action: (account, context) =>
      isHere(account.id) ? (
        <Leave name={account.name} context={context} />
      ) : (
        <SwitchAccountButton account={account} context={context} />
      ),
  };
}

function SwitchAccountButton({
  account: { id, name },
  context,
}: {
  account: Account;
  context: RecordContext;
}) {
  const { session, status } = context;
  const run = async () => {
    rememberAccount(id);
    await session.enter();
  };
  return <ActionButton label={texts().crm.accounts.workIn} of={name} status={status} run={run} />;
}

function Leave({ name, context: { session, status } }: { name: string; context: RecordContext }) {
  const { crm } = texts();
  const { leave, leaveText, left } = crm.accounts;
  const question = {
    title: crm.question(leave, name),
    text: leaveText,
    action: crm.now(leave, name),
  };
  const run = async () => {
    await session.api.delete('/memberships/me');
    forgetAccount();
    await session.enter(left(name));
  };
  return <ActionButton label={leave} of={name} {...{ status, question, run }} />;
}

/** Asks for an account id, for a token that may not list accounts while its user has several. */
function AccountById({ session }: { session: Session }) {
  const { crm } = texts();
  const { accounts } = crm;
  const enter = async ({ account = '' }: FormValues) => {
    rememberAccount(account);
    await session.enter();
  };
  return (
    <Page title={crm.sections.accounts}>
      <div class="card">
        <p>{mayNotReadText('accounts.read')}</p>
        <Form submit={accounts.workIn} onSubmit={enter}>
          <TextField label={accounts.id} name="account" required hint={accounts.idHint} />
        </Form>
      </div>
    </Page>
  );
}
