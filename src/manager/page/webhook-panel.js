/** Where an instance's events go: its webhook, a try of it, the secret that signs, and all endpoints there are. */
import { card, el } from './dom.js';
import { endpointsCard } from './webhook-endpoints.js';
import { webhookForm } from './webhook-form.js';
import { secretCard } from './webhook-secret.js';
import { trialCard } from './webhook-trial.js';

export function webhookPanel(deps) {
  const first = el('div', card('Webhook', webhookForm(deps)), endpointsCard(deps));
  const second = el('div', trialCard(deps), secretCard(deps));
  return { element: el('div.cards', first, second) };
}
