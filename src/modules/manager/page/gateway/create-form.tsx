import { useState } from 'preact/hooks';
import type { BodyFor } from '../api.ts';
import { Form, type FormValues, SelectField, TextField } from '../components/form.tsx';
import { linkTo } from '../links.ts';
import { texts } from '../texts.ts';
import { PROVIDERS } from '../words.ts';
import { useApi } from './api-context.ts';
import { CloudFields } from './cloud.tsx';
import { CLOUD } from './instance-words.ts';
import { keepNewKey } from './new-keys.ts';

type NewInstance = BodyFor<'POST', '/instance/create'>;

interface CreateFormProps {
  /** Closes the dialog of the form; absent for the form of the first instance, which is part of its page. */
  readonly close?: () => void;
}

/** Creates an instance and goes to its first steps, which show its key and its QR code. */
export function CreateForm({ close }: CreateFormProps) {
  const api = useApi();
  const { instances, start, common } = texts();
  const isFirst = close === undefined;
  const [provider, setProvider] = useState<string>(PROVIDERS[0]);
  const create = async ({ number, ...filled }: FormValues) => {
    // The cast is safe: the fields of the form are those of the body, and the service checks them.
    const body = { ...filled, ...(number && { number }) } as NewInstance;
    const { instance, apikey } = await api.call('POST', '/instance/create', { body });
    keepNewKey(instance.instanceName, apikey);
    location.hash = linkTo(instance.instanceName, 'start');
  };
  return (
    <Form
      onSubmit={create}
      submit={instances.create}
      isPrimary
      onCancel={close}
      draft={instances.create}
    >
      <TextField
        label={common.name}
        name="instanceName"
        required
        maxLength={64}
        hint={instances.nameHint}
        {...(isFirst && { defaultValue: start.firstName })}
      />
      <SelectField
        label={instances.provider}
        name="provider"
        choices={PROVIDERS.map((one) => [one, start.providers[one]] as const)}
        value={provider}
        onChange={({ currentTarget }) => setProvider(currentTarget.value)}
      />
      {provider === CLOUD && <CloudFields />}
      {provider !== CLOUD && !isFirst && (
        <TextField
          label={common.number}
          name="number"
          inputMode="tel"
          hint={instances.numberHint}
        />
      )}
      {!isFirst && <p class="hint">{instances.needsGlobalKey}</p>}
    </Form>
  );
}
