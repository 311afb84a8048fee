/** An invitation that a person has received: what it offers, and their answer. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { at } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Form, type FormValues, TextField } from '../components/form.tsx';
import { Page } from '../components/layout.tsx';
import { type Status, StatusLine, useStatus } from '../components/status.tsx';
import { crmLink } from '../links.ts';
import { hash } from '../route.ts';
import { texts } from '../texts.ts';
import type { CrmApi } from './api.ts';
import { useSession } from './session.ts';

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly account: { readonly name: string };
  readonly role: { readonly name: string };
  readonly expires_at: string;
}

interface OpenInvitation {
  readonly invitation: Invitation;
  readonly secret: string;
}

/** The invitation from the address. It is removed from the address, so that the browser's history does not keep it. */
const linkSecret = signal('');

/** `id`: the secret, where a person has opened the link. */
export function InvitationsView({ id }: { id: string | null }) {
  const { crm } = texts();
  const { invitations } = crm;
  const { api } = useSession();
  const status = useStatus();
  const [opened, setOpened] = useState<OpenInvitation | null>(null);
  const open = async (secret: string) => {
    setOpened(null);
    const { data } = await api.post<Invitation>('/invitations/open', { secret });
    setOpened({ invitation: data, secret });
  };
  useEffect(() => {
    const secret = linkSecret.value;
    linkSecret.value = '';
    if (id !== null) takeFromAddress(id);
    else if (secret !== '') void status.run(() => open(secret));
  }, [id]);
  return (
    <Page title={crm.sections.invitations}>
      <div class="card">
        <p class="hint">{invitations.about}</p>
        <Form
          submit={invitations.show}
          status={status}
          onSubmit={({ link = '' }: FormValues) => open(secretIn(link))}
        >
          <TextField label={invitations.link} name="link" type="password" required />
        </Form>
        <StatusLine status={status} />
      </div>
      {opened && <Offer {...opened} api={api} status={status} answered={() => setOpened(null)} />}
    </Page>
  );
}

function takeFromAddress(secret: string): void {
  linkSecret.value = secret;
  const address = crmLink('invitations');
  history.replaceState(null, '', address);
  hash.value = address;
}

/** A link ends with its secret. */
const secretIn = (text: string): string => text.slice(text.lastIndexOf('/') + 1);

interface OfferProps extends OpenInvitation {
  readonly api: CrmApi;
  readonly status: Status;
  readonly answered: () => void;
}

function Offer({ invitation, ...props }: OfferProps) {
  const { crm, formats } = texts();
  const { account, role, email, expires_at: end } = invitation;
  const facts = [
    crm.invitations.as(role.name),
    crm.invitations.to(email),
    crm.until(formats.dateTime(end)),
  ];
  return (
    <div class="card">
      <h2>{account.name}</h2>
      <p>{facts.join(' · ')}</p>
      <div class="row">
        <Answer verb="accept" invitation={invitation} {...props} />
        <Answer verb="decline" invitation={invitation} {...props} />
      </div>
    </div>
  );
}

function Answer({
  verb,
  invitation: { id, account },
  secret,
  api,
  status,
  answered,
}: OfferProps & { readonly verb: 'accept' | 'decline' }) {
  const { invitations } = texts().crm;
  const run = async () => {
    await api.post(at`/invitations/${id}/${verb}`, { secret });
    answered();
    return verb === 'accept' ? invitations.accepted : invitations.declined;
  };
  return (
    <ActionButton
      label={invitations[verb]}
      of={account.name}
      class={verb === 'accept' ? 'primary' : ''}
      status={status}
      run={run}
    />
  );
}
