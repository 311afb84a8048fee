/**
 * The credentials of a number of WhatsApp's official API, when an instance is made and when they are replaced later.
 */
import { Form, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';

const secret = { type: 'password', maxLength: 1024 } as const;

function TokenFields() {
  const { instances } = texts();
  return (
    <>
      <TextField label={instances.accessToken} name="accessToken" required {...secret} />
      <TextField
        label={instances.appSecret}
        name="appSecret"
        hint={instances.appSecretHint}
        {...secret}
      />
    </>
  );
}

export function CloudFields() {
  const { instances } = texts();
  return (
    <>
      <TextField
        label={instances.phoneNumberId}
        name="phoneNumberId"
        required
        inputMode="numeric"
      />
      <TextField
        label={instances.businessAccountId}
        name="businessAccountId"
        required
        inputMode="numeric"
        hint={instances.fromMeta}
      />
      <TokenFields />
    </>
  );
}

export function CredentialsCard({ name, refresh }: { name: string; refresh: () => void }) {
  const api = useApi();
  const { connection, instances } = texts();
  return (
    <Card title={connection.credentials}>
      <Form
        submit={connection.replaceToken}
        onSubmit={async ({ accessToken = '', appSecret }, form) => {
          const { instance, webhookSubscribed, reason } = await api.call(
            'PATCH',
            '/instance/credentials/{instanceName}',
            {
              params: { instanceName: name },
              body: { accessToken, ...(appSecret && { appSecret }) },
            },
          );
          form.reset();
          refresh();
          const good = connection.tokenIsGood(instances.phases[instance.phase]);
          return webhookSubscribed ? good : `${good} ${connection.nothingComesIn(reason ?? '')}`;
        }}
      >
        <TokenFields />
      </Form>
    </Card>
  );
}
