/** Trying a webhook: a sample is posted to it, and what was sent and answered is shown. */
import { at } from './api.ts';
import { card, el, setText } from './dom.js';
import { EVENT_TYPES } from './event-choice.js';
import { exchange } from './exchange.js';
import { field, onSubmit, select, statusLine } from './forms.js';

const DESTINATIONS = [
  ['webhook', 'this webhook'],
  ['global-webhook', 'the global webhook'],
];

export function trialCard({ api, name }) {
  const status = statusLine();
  const outcome = trialOutcome();
  const choice = select('event', EVENT_TYPES);
  choice.value = 'Message';
  const form = el(
    'form.inline',
    field('Event', choice),
    field('To', select('destination', DESTINATIONS)),
    el('button', { type: 'submit' }, 'Test'),
  );
  onSubmit(form, status, async (wanted) => {
    outcome.element.hidden = true;
    outcome.show(await api.post(at`/webhook/test/${name}`, wanted));
  });
  const hint = el(
    'p.hint',
    'Posts a sample event once, marked "test": true, to the webhook that is saved.',
  );
  return card('Try it', hint, form, status.element, outcome.element);
}

/** What came of a test, once there is one. */
export function trialOutcome() {
  const facts = el('p');
  const advice = el('p');
  const sent = exchange('What was sent');
  const answered = exchange('What the receiver answered');
  const summary = el('div', { role: 'status' }, facts, advice);
  const element = el('div', { hidden: true }, summary, sent.element, answered.element);
  return {
    element,
    show(result) {
      const { request, status: code, headers, body } = result;
      facts.dataset.kind = result.delivered ? 'done' : 'failed';
      setText(facts, outcomeText(result));
      setText(advice, result.advice ?? '');
      sent.show(request && `POST ${request.url}`, request?.headers, request?.body);
      // Without an answer the body repeats why.
      answered.show(code === null ? null : `Status ${code}`, headers, code === null ? '' : body);
      element.hidden = false;
    },
  };
}

function outcomeText({ delivered, status, durationMs, error }) {
  if (status === null) return `Not delivered: no answer, ${durationMs} ms. ${error}`;
  return `${delivered ? 'Delivered' : 'Not delivered'}: status ${status}, ${durationMs} ms`;
}
