/** One webhook of the account: its secret, and its deliveries. */
import { at } from '../api.ts';
import { confirmed, showSecret } from '../dialogs.js';
import { card, el, setText } from '../dom.js';
import { attempt, button, field, onSubmit, select, statusLine } from '../forms.js';
import { crmLink } from '../links.ts';
import { trialOutcome } from '../webhook-trial.js';
import { camelCased } from './names.js';
import { viewHeading } from './record-view.js';
import { webhookDeliveries } from './webhook-deliveries.js';
import { CRM_EVENT_TYPES } from './words.ts';

/** @param {import('./record-view.js').Session} session @param {string} id of the webhook */
export function webhookView(session, id) {
  const path = at`/webhooks/${id}`;
  const status = statusLine();
  let webhook = null;
  const rotate = button('Replace secret', {
    status,
    isSure: () =>
      confirmed({
        title: `Replace the secret of ${webhook.name}?`,
        text: 'The former one signs along for 24 hours.',
        action: `Replace the secret of ${webhook.name}`,
      }),
    async run() {
      const { data, message } = await session.api.post(`${path}/rotate`);
      const title = `${webhook.name} has a new secret`;
      showSecret({ title, what: 'signing secret', of: webhook.name, secret: data.secret });
      return message;
    },
  });
  rotate.hidden = true;
  const heading = viewHeading('Webhook', rotate);
  const about = el('p.hint');
  const back = el('a', { href: crmLink('webhooks') }, '← All webhooks');
  const element = el('div', back, heading, about, status.element);
  void attempt(element, status, async () => {
    webhook = await session.api.get(path);
    if (session.signal.aborted) return;
    setText(heading.querySelector('h1'), webhook.name);
    setText(about, webhook.enabled ? webhook.url : `${webhook.url} · disabled`);
    rotate.hidden = !session.can('webhooks.update');
    if (session.can('webhooks.update')) element.append(trialCard(session, path));
    element.append(webhookDeliveries(session, path));
  });
  return { element };
}

function trialCard({ api }, path) {
  const status = statusLine();
  const outcome = trialOutcome();
  const form = el(
    'form.inline',
    field('Event', select('event', CRM_EVENT_TYPES)),
    el('button', { type: 'submit' }, 'Test'),
  );
  onSubmit(form, status, async ({ event }) => {
    outcome.element.hidden = true;
    const { data } = await api.post(`${path}/test`, { event });
    outcome.show(camelCased(data));
  });
  const hint = el('p.hint', 'Posts a sample event once, marked "test": true.');
  return card('Try it', hint, form, status.element, outcome.element);
}
