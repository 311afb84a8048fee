/** How the ways out are doing: connected since when, the last failure with what to do about it, what waits. */
import { badge, card, el, keyedList, setText, shownTime } from './dom.js';
import { statusLine } from './forms.js';
import { keepFresh } from './poll.ts';

const TITLES = {
  webhook: 'Webhooks',
  amqp: 'RabbitMQ',
  nats: 'NATS',
  websocket: 'WebSocket',
  s3: 'Bucket for media',
};
const FORBIDDEN = 403;

/** Only the global key may see them: with any other the card stays hidden. @param {{ api: object, signal: AbortSignal }} deps */
export function channelsCard({ api, signal }) {
  const status = statusLine();
  const list = keyedList('rows', ({ channel }) => channel, channelRow);
  const element = card('Channels', status.element, ...list.elements);
  element.hidden = true;
  const closing = new AbortController();
  keepFresh({ signal: AbortSignal.any([closing.signal, signal]), status }, async () => {
    // Nobody looks at it while an instance is shown.
    if (element.isConnected === false) return;
    try {
      const { channels } = await api.get('/channels', signal);
      list.show(channels, '');
      element.hidden = false;
    } catch (error) {
      if (error.status !== FORBIDDEN) throw error;
      closing.abort();
    }
  });
  return element;
}

function channelRow({ channel }) {
  const state = badge();
  const since = el('span.hint');
  const waits = el('p');
  const failure = el('p');
  const cure = el('p');
  const title = el('p', el('strong', TITLES[channel] ?? channel), ' ', state.element, ' ', since);
  return {
    element: el('li', title, waits, failure, cure),
    update(health) {
      state.set(health.state);
      setText(since, health.since === null ? '' : `since ${shownTime(health.since)}`);
      setText(waits, waitingWords(health));
      setText(failure, failureWords(health));
      failure.dataset.kind = health.state === 'down' ? 'failed' : 'working';
      setText(cure, health.state === 'down' ? health.cure : '');
      for (const one of [waits, failure, cure]) one.hidden = one.textContent === '';
    },
  };
}

function waitingWords({ state, waiting, sending, oldestDueSeconds, readers }) {
  if (readers !== null) return `${readers} open`;
  if (waiting === null || (state === 'off' && waiting === 0)) return '';
  const late = oldestDueSeconds > 0 ? `, the oldest for ${oldestDueSeconds} s` : '';
  return `${waiting} waiting${late} · ${sending} being sent`;
}

function failureWords({ state, error, lastFailure }) {
  if (state === 'down') return error;
  return lastFailure === null
    ? ''
    : `Last failure ${shownTime(lastFailure.at)}: ${lastFailure.error}`;
}
