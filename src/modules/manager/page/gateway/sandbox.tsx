/** The outside world of a sandbox instance: its phone, and those who write to it. */
import type { BodyFor } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Form, SelectField, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';

type SandboxMessage = BodyFor<'POST', '/sandbox/{instanceName}/message'>;

const KINDS = ['text', 'image', 'video', 'audio', 'document'];

export function SandboxPhone({ name, refresh }: { name: string; refresh: () => void }) {
  const api = useApi();
  const status = useStatus();
  const { sandbox } = texts().connection;
  const params = { instanceName: name };
  const after = async (step: Promise<unknown>, said: string) => {
    await step;
    refresh();
    return said;
  };
  return (
    <Card title={sandbox.phone}>
      <Form
        class="inline"
        status={status}
        submit={sandbox.scan}
        onSubmit={(phone) =>
          after(
            api.call('POST', '/sandbox/{instanceName}/scan', { params, body: phone }),
            sandbox.scanned,
          )
        }
      >
        <TextField
          label={sandbox.itsNumber}
          name="number"
          inputMode="numeric"
          placeholder={sandbox.invented}
        />
        <TextField label={sandbox.itsName} name="pushName" placeholder="Sandbox" />
      </Form>
      <Form
        class="inline"
        status={status}
        submit={sandbox.type}
        onSubmit={({ code = '' }) =>
          after(
            api.call('POST', '/sandbox/{instanceName}/pair', { params, body: { code } }),
            sandbox.typed,
          )
        }
      >
        <TextField label={sandbox.code} name="code" required autocapitalize="characters" />
      </Form>
      <div class="row">
        <ActionButton
          label={sandbox.drop}
          status={status}
          run={() =>
            after(api.call('POST', '/sandbox/{instanceName}/drop', { params }), sandbox.dropped)
          }
        />
        <ActionButton
          label={sandbox.remove}
          status={status}
          run={() =>
            after(api.call('POST', '/sandbox/{instanceName}/remove', { params }), sandbox.removed)
          }
        />
      </div>
      <StatusLine status={status} />
    </Card>
  );
}

/** Lets the phone of the sandbox scan the code that is shown, as it is. */
export function SandboxScan({ name, refresh }: { name: string; refresh: () => void }) {
  const api = useApi();
  const status = useStatus();
  const { start } = texts();
  return (
    <div class="offer">
      <ActionButton
        label={start.sandboxScans}
        class="primary"
        status={status}
        run={async () => {
          await api.call('POST', '/sandbox/{instanceName}/scan', {
            params: { instanceName: name },
            body: {},
          });
          refresh();
        }}
      />
      <span class="hint">{start.sandboxAbout}</span>
      <StatusLine status={status} />
    </div>
  );
}

export function SandboxSender({ name }: { name: string }) {
  const api = useApi();
  const { common, connection, start } = texts();
  const { sandbox } = connection;
  return (
    <Card title={sandbox.writes}>
      <Form
        submit={sandbox.send}
        onSubmit={async ({ text, ...message }) => {
          const words = message.kind === 'text' ? { text } : { caption: text };
          const { messageId } = await api.call('POST', '/sandbox/{instanceName}/message', {
            params: { instanceName: name },
            body: { ...message, ...words } as unknown as SandboxMessage,
          });
          return sandbox.arrived(messageId);
        }}
      >
        <div class="inline">
          <TextField label={sandbox.from} name="from" required defaultValue="5511988887777" />
          <TextField label={common.name} name="pushName" />
          <SelectField label={sandbox.kind} name="kind" choices={KINDS} />
        </div>
        <TextField
          label={common.text}
          name="text"
          defaultValue={start.hello}
          hint={sandbox.textHint}
        />
      </Form>
    </Card>
  );
}
