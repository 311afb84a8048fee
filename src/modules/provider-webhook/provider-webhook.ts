/** Adds the addresses for what platforms send. */
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import type { InstanceService } from '../../core/instances/service.ts';
import type { Provider, ProviderName } from '../../core/providers/provider.ts';
import type { ModuleParts } from '../../module.ts';
import type { CloudSession, CloudWebhooks, ProviderAtMeta } from '../whatsapp-cloud/api.ts';
import { providerWebhookRoutes } from './routes.ts';
import {
  providerWebhookZone,
  sharedWebhooks,
  WEBHOOK_BYTES_MAX,
  WEBHOOK_PATH,
  webhookInstance,
} from './zone.ts';

const PROVIDER = 'whatsapp-cloud';

export const PROVIDER_WEBHOOK_PARTS: ModuleParts = {
  zones({ parts, forwardingBy }) {
    const { directory } = parts;
    const forwarding = forwardingBy(() => webhookInstance(directory));
    return [providerWebhookZone({ directory, webhooks: webhooksOf(parts) }, forwarding)];
  },
  routes({ parts, gateway: { nodes } }) {
    const share = nodes && sharedWebhooks(nodes, parts.directory);
    return [providerWebhookRoutes({ webhooks: webhooksOf(parts), share })];
  },
  bodyBytesMax: (path) => (path.startsWith(WEBHOOK_PATH) ? WEBHOOK_BYTES_MAX : null),
};

interface WebhooksDeps {
  readonly directory: InstanceDirectory;
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly service: Pick<InstanceService, 'sessions'>;
}

/** Webhooks of Meta, taken by the sessions of instances. */
function webhooksOf({ directory, providers, service }: WebhooksDeps): CloudWebhooks {
  // The casts: no other provider, and no session of another one, answers to that name.
  const provider = providers.get(PROVIDER) as ProviderAtMeta;
  return provider.webhooks({
    directory,
    receiverOf(id) {
      const record = directory.byId(id);
      if (record?.provider !== PROVIDER) return null;
      return service.sessions.sessionOf(record) as CloudSession;
    },
  });
}
