/** The nodes of the service, where there are several: what each one has, how long it lives, who does not reach it. */
import { badge, card, el, keyedList, setText, shownTime } from './dom.js';
import { statusLine } from './forms.js';
import { keepFresh } from './poll.ts';

const FORBIDDEN = 403;

/** Hidden for any key but the global one, and where there is one node. @param {{ api: object, signal: AbortSignal }} deps */
export function nodesCard({ api, signal }) {
  const status = statusLine();
  const list = keyedList('rows', ({ id }) => id, nodeRow);
  const element = card('Nodes', status.element, ...list.elements);
  element.hidden = true;
  const closing = new AbortController();
  keepFresh({ signal: AbortSignal.any([closing.signal, signal]), status }, async () => {
    // Nobody looks at it while an instance is shown.
    if (element.isConnected === false) return;
    try {
      const { nodes } = await api.get('/nodes', signal);
      const isAlone = nodes.length < 2;
      element.hidden = isAlone;
      list.show(isAlone ? [] : nodes, '');
      // A process with a database file stays alone.
      if (nodes.every(({ leaseSeconds }) => leaseSeconds === null)) closing.abort();
    } catch (error) {
      if (error.status !== FORBIDDEN) throw error;
      closing.abort();
    }
  });
  return element;
}

function nodeRow({ name, isThis }) {
  const state = badge();
  const version = el('span.hint');
  const has = el('p');
  const lease = el('p.hint');
  const counts = el('p.hint');
  const failure = el('p', { hidden: true });
  failure.dataset.kind = 'failed';
  const which = isThis ? el('span.hint', 'shows this page') : null;
  const title = el('p', el('strong', name), ' ', state.element, ' ', version, ' ', which);
  return {
    element: el('li', title, has, lease, counts, failure),
    update(node) {
      state.set(stateOf(node));
      setText(version, `version ${node.version}`);
      setText(
        has,
        node.streams === 1 ? '1 instance or account' : `${node.streams} instances and accounts`,
      );
      setText(lease, leaseWords(node));
      setText(counts, countWords(node));
      setText(failure, failureWords(node));
      failure.hidden = failure.textContent === '';
    },
  };
}

const stateOf = ({ draining, leaseSeconds }) => {
  if (leaseSeconds === 0) return 'lapsed';
  return draining ? 'draining' : 'up';
};

const leaseWords = ({ leaseSeconds, startedAt }) =>
  `lease of ${Math.round(leaseSeconds)} s · since ${shownTime(startedAt)}`;

const countWords = ({ takenOver, fencedWrites }) =>
  `${takenOver} taken over since then · ${fencedWrites} writes refused, since another node had taken over`;

const failureWords = ({ unreachableFrom, url }) =>
  unreachableFrom.length === 0
    ? ''
    : `Not reached by ${unreachableFrom.join(', ')}: see that ${url ?? 'its NODE_URL'} can be reached from there.`;
