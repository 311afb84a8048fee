/** One delivery with its attempts, which are read once they are looked at. */
import { at } from './api.js';
import { badge, el, setText, shownTime } from './dom.js';
import { statusLine } from './forms.js';

/** @param {{ api: object, redeliver: (id: string, control: Element) => void }} deps */
export function deliveryRow(
  { id, event, sequence, destination, target, createdAt },
  { api, redeliver },
) {
  const state = badge();
  const outcome = el('p');
  const attempts = attemptList(api, id);
  const again = el('button', { type: 'button' }, 'Redeliver');
  again.setAttribute('aria-label', `Redeliver ${event} ${sequence}`);
  again.addEventListener('click', () => redeliver(id, again));
  const head = el(
    'div.row',
    state.element,
    el('strong', event),
    el('span.hint', `#${sequence}`),
    el('time.hint', { dateTime: createdAt }, shownTime(createdAt)),
    again,
  );
  const where = el('p', `${destination} → ${target}`);
  return {
    element: el('li', head, where, outcome, attempts.element),
    update(delivery) {
      state.set(delivery.state);
      setText(outcome, outcomeOf(delivery));
      attempts.update(delivery);
    },
  };
}

function outcomeOf({ attemptCount, lastStatus, lastError, nextAttemptAt }) {
  const count = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`;
  const next = nextAttemptAt === null ? '' : `next ${shownTime(nextAttemptAt)}`;
  return [count, resultOf(lastStatus, lastError), next].filter(Boolean).join(' · ');
}

/** An error names the status too, when that was what was wrong. */
const resultOf = (status, error) => error ?? (status === null ? '' : `status ${status}`);

function attemptList(api, id) {
  const status = statusLine();
  const list = el('ol');
  const element = el('details', el('summary', 'Attempts'), status.element, list);
  /** Which state of the delivery the list shows. */
  let shown = '';
  let latest = '';

  const load = async () => {
    if (!element.open || shown === latest) return;
    shown = latest;
    try {
      const { attempts } = await api.get(at`/delivery/${id}`);
      list.replaceChildren(...attempts.map(attemptItem));
      if (attempts.length > 0) status.clear();
      else status.done('None yet');
    } catch (error) {
      shown = '';
      status.failed(error);
    }
  };
  element.addEventListener('toggle', load);
  return {
    element,
    update({ updatedAt, attemptCount, state }) {
      latest = `${updatedAt} ${attemptCount} ${state}`;
      void load();
    },
  };
}

function attemptItem({ number, startedAt, durationMs, status, error, responseBody }) {
  const text = `${shownTime(startedAt)}, ${durationMs} ms: ${resultOf(status, error) || 'no outcome'}`;
  return el(
    'li',
    { value: number },
    text,
    responseBody ? el('pre', { tabIndex: 0 }, responseBody) : null,
  );
}
