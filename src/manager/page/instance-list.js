/** The list of instances beside the one that is looked at. */
import { badge, el, keyedList, setText } from './dom.js';
import { searchField } from './finder.js';
import { phaseWords } from './phase-words.js';
import { linkTo } from './route.js';

/** @param {ReturnType<typeof import('./finder.js').createSearch>} search */
export function instanceList(search) {
  const list = keyedList('instances', ({ instanceId }) => instanceId, listItem);
  const find = searchField(search);
  const heading = el('h2', 'Instances');
  const rest = el('p.hint');
  const element = el(
    'nav',
    { 'aria-label': 'Instances' },
    heading,
    find.element,
    ...list.elements,
    rest,
  );
  let chosen = null;
  const mark = () => {
    for (const link of element.querySelectorAll('a'))
      link.ariaCurrent = link.dataset.name === chosen ? 'true' : null;
  };
  return {
    element,
    sync: () => find.sync(),
    /** @param {string | null} name */
    mark(name) {
      chosen = name;
      mark();
    },
    /** @param {object} found the answer of GET /instance/overview */
    update({ instances, found, totals }) {
      list.show(instances, totals.instances === 0 ? 'There is none yet.' : 'None of that name.');
      mark();
      setText(heading, `Instances (${totals.instances})`);
      const left = found - instances.length;
      setText(rest, left === 0 ? '' : `${left} more: search for them.`);
    },
  };
}

function listItem({ instanceName }) {
  const state = badge();
  const name = el('strong', instanceName);
  const words = el('small');
  const link = el('a', { href: linkTo(instanceName) }, name, state.element, words);
  link.dataset.name = instanceName;
  return {
    element: el('li', link),
    update(glance) {
      link.dataset.attention = glance.attention;
      state.set(glance.state);
      setText(words, [phaseWords(glance), deliveryWords(glance)].filter(Boolean).join(' · '));
    },
  };
}

const deliveryWords = ({ waiting, discarded }) =>
  [waiting > 0 && `${waiting} waiting`, discarded > 0 && `${discarded} given up`]
    .filter(Boolean)
    .join(', ');
