import { useState } from 'preact/hooks';
import type { BodyFor } from '../api.ts';
import { showSecret } from '../components/dialog.tsx';
import { digitsOf, type Filled, Form, SelectField, TextField } from '../components/form.tsx';
import { linkTo } from '../links.ts';
import { texts } from '../texts.ts';
import { PROVIDERS } from '../words.ts';
import { useApi } from './api-context.ts';
import { CloudFields } from './cloud.tsx';
import { CLOUD } from './instance-words.ts';

type NewInstance = BodyFor<'POST', '/instance/create'>;

/** Creates an instance, shows its key, which nobody can show again, and opens it. */
export function CreateForm() {
  const api = useApi();
  const { instances } = texts();
  const [provider, setProvider] = useState<string>(PROVIDERS[0]);
  const isCloud = provider === CLOUD;
  const create = async ({ number, ...filled }: Filled, form: HTMLFormElement) => {
    const body = { ...filled, ...(number && { number: digitsOf(number) }) } as NewInstance;
    const { instance, apikey } = await api.call('POST', '/instance/create', { body });
    form.reset();
    const name = instance.instanceName;
    await showSecret(instances.created(name), instances.itsKey(name), apikey);
    location.hash = linkTo(name);
    return '';
  };
  return (
    <Form onSubmit={create} submit={instances.create} isPrimary>
      <p class="hint">{instances.needsGlobalKey}</p>
      <TextField
        label={instances.name}
        name="instanceName"
        required
        maxLength={64}
        hint={instances.nameHint}
      />
      <SelectField
        label={instances.provider}
        name="provider"
        choices={PROVIDERS}
        value={provider}
        onChange={({ currentTarget }) => setProvider(currentTarget.value)}
      />
      {isCloud ? (
        <CloudFields />
      ) : (
        <TextField
          label={instances.number}
          name="number"
          inputMode="tel"
          hint={instances.numberHint}
        />
      )}
    </Form>
  );
}
