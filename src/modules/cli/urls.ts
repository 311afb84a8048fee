/** Reads addresses from the command line. */
import { createNetworkGuard } from '../../core/outbound/network-guard.ts';
import { checkWebhookUrl } from '../../core/webhooks/url.ts';
import { UsageFault } from './command.ts';

/** The person who types an address may reach it anyway. */
export const openGuard = createNetworkGuard({ allow: 'everything' });

/** Returns an http or https URL, checked like those of webhooks. `name` is the operand or option. Throws UsageFault. */
export function urlIn(name: string, text: string): URL {
  const checked = checkWebhookUrl(text, openGuard, { headers: null });
  if ('url' in checked) return new URL(checked.url);
  throw new UsageFault(`${name} ${JSON.stringify(text)} ${checked.problem.message}`);
}
