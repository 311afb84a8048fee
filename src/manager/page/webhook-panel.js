/** Where an instance's events go: the webhook, a try of it, and the secret that signs. */
import { at } from './api.js';
import { card, el, setText } from './dom.js';
import { EVENT_TYPES } from './event-choice.js';
import { button, copyButton, field, onSubmit, select, statusLine } from './forms.js';
import { webhookForm } from './webhook-form.js';

export function webhookPanel(deps) {
  const place = el('div.cards', card('Webhook', webhookForm(deps)));
  place.append(el('div', trialCard(deps), secretCard(deps)));
  return { element: place };
}

function trialCard({ api, name }) {
  const status = statusLine();
  const facts = el('p');
  const body = el('pre', { tabIndex: 0, 'aria-label': 'Answer of the receiver' });
  const outcome = el('div', { role: 'status', hidden: true }, facts, body);
  const choice = select('event', EVENT_TYPES);
  choice.value = 'Message';
  const form = el('form.inline', field('Event', choice), el('button', { type: 'submit' }, 'Test'));
  onSubmit(form, status, async ({ event }) => {
    outcome.hidden = true;
    const result = await api.post(at`/webhook/test/${name}`, { event });
    facts.dataset.kind = result.delivered ? 'done' : 'failed';
    setText(facts, outcomeText(result));
    setText(body, result.body ?? '');
    body.hidden = !result.body;
    outcome.hidden = false;
  });
  const hint = el(
    'p.hint',
    'Posts a sample event once, marked "test": true, to the webhook that is saved.',
  );
  return card('Try it', hint, form, status.element, outcome);
}

const outcomeText = ({ delivered, status, durationMs }) =>
  `${delivered ? 'Delivered' : 'Not delivered'}: ${status === null ? 'no answer' : `status ${status}`}, ${durationMs} ms`;

function secretCard({ api, name }) {
  const status = statusLine();
  const secret = el('code.secret');
  const copy = copyButton('Copy secret', secret);
  const shown = el('div', { hidden: true }, secret, copy);
  const show = button('Show the secret', {
    status,
    run: async () => {
      setText(secret, (await api.get(at`/webhook/secret/${name}`)).secret);
      shown.hidden = false;
    },
  });
  const hint = el('p.hint', 'Every delivery is signed with it (Standard Webhooks).');
  return card('Signing secret', hint, show, shown, status.element);
}
