/** One delivery with its attempts, which are read once they are looked at. */
import { at } from './api.ts';
import { badge, el, setText, shownTime } from './dom.js';
import { exchange } from './exchange.js';
import { statusLine } from './forms.js';
import { linkTo } from './links.ts';

/**
 * @param {{ api: object, isOfAll: boolean, again: (control: Element) => void, ticked: () => void }} deps `isOfAll`: the
 *   instance is named, which alone is not known from where the row stands
 */
export function deliveryRow(delivery, { api, isOfAll, again, ticked }) {
  const { id, event, sequence, destination, target, createdAt, instanceName } = delivery;
  const state = badge();
  const outcome = el('p');
  const attempts = attemptList(async () => (await api.get(at`/delivery/${id}`)).attempts);
  const tick = el('input', { type: 'checkbox', 'aria-label': `Choose ${event} ${sequence}` });
  tick.addEventListener('change', ticked);
  const button = el('button', { type: 'button' }, 'Redeliver');
  button.setAttribute('aria-label', `Redeliver ${event} ${sequence}`);
  button.addEventListener('click', () => again(button));
  // Nothing of a deleted instance can be sent again.
  const isGone = instanceName === null;
  tick.disabled = isGone;
  button.hidden = isGone;
  const about = isGone
    ? el('strong', event)
    : el('a', { href: linkTo(instanceName, 'events', String(sequence)) }, el('strong', event));
  const head = el(
    'div.row',
    tick,
    state.element,
    about,
    el('span.hint', `#${sequence}`),
    el('time.hint', { dateTime: createdAt }, shownTime(createdAt)),
    button,
  );
  const where = el('p', isOfAll ? ownerOf(instanceName) : null, `${destination} → ${target}`);
  return {
    element: el('li', head, where, outcome, attempts.element, requestOf(api, id)),
    tick,
    update(now) {
      state.set(now.state);
      setText(outcome, outcomeOf(now));
      attempts.update(now);
    },
  };
}

const ownerOf = (name) =>
  name === null
    ? el('span', 'a deleted instance · ')
    : el('span', el('a', { href: linkTo(name, 'deliveries') }, name), ' · ');

/** What has become of a delivery so far. */
export function outcomeOf({ attemptCount, lastStatus, lastError, nextAttemptAt }) {
  const count = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`;
  const next = nextAttemptAt === null ? '' : `next ${shownTime(nextAttemptAt)}`;
  return [count, resultOf(lastStatus, lastError), next].filter(Boolean).join(' · ');
}

/** An error names the status too, when that was what was wrong. */
const resultOf = (status, error) => error ?? (status === null ? '' : `status ${status}`);

/** @param {() => Promise<object[]>} read asked when they are looked at, and again when there may be more */
export function attemptList(read) {
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
      const attempts = await read();
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

/** What an attempt sends, asked for once it is looked at. */
function requestOf(api, id) {
  const status = statusLine();
  const shown = exchange('Request', false);
  const { element } = shown;
  element.append(status.element);
  element.addEventListener('toggle', async () => {
    if (!element.open) return;
    try {
      const { url, headers, body, reason } = await api.get(at`/delivery/request/${id}`);
      shown.show(url ?? 'nowhere', headers, body);
      status.done(reason ?? 'As the next attempt would make it, without files.');
    } catch (error) {
      status.failed(error);
    }
  });
  return element;
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
