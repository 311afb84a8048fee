/** Replaces the signing secret of an endpoint; the new one is shown this once. */
import { askToConfirm, showSecret } from '../components/dialog.tsx';
import { ActionButton } from '../components/form.tsx';
import type { Status } from '../components/status.tsx';
import { useApi } from '../gateway/api-context.ts';
import { texts } from '../texts.ts';

interface NewSecretProps {
  /** The name of the instance. */
  readonly name: string;
  readonly endpoint: { readonly id: string; readonly name: string };
  readonly status: Status;
}

export function NewSecret({ name, endpoint, status }: NewSecretProps) {
  const api = useApi();
  const { common, webhook } = texts();
  const isSure = () =>
    askToConfirm({
      title: webhook.replaceTitle,
      text: webhook.replaceText,
      action: webhook.replaceAction,
    });
  const replace = async () => {
    const { secret } = await api.call('POST', '/webhook/secret/rotate/{instanceName}', {
      params: { instanceName: name },
      query: { endpoint: endpoint.id },
    });
    void showSecret(webhook.secret, common.shownOnce(endpoint.name), secret);
    return webhook.replacedOf(endpoint.name);
  };
  return (
    <ActionButton
      label={webhook.newSecret}
      of={endpoint.name}
      {...{ status, isSure, run: replace }}
    />
  );
}
