/** The list of instances with their states. */
import { badge, el, keyedList, setText } from './dom.js';
import { input } from './forms.js';
import { linkTo } from './route.js';

/** From this many on a filter is offered. */
const MANY = 8;

export function instanceList() {
  const list = keyedList('instances', ({ instanceId }) => instanceId, listItem);
  const filter = input('filter', {
    type: 'search',
    placeholder: 'Filter',
    'aria-label': 'Filter instances',
    hidden: true,
  });
  const heading = el('h2', 'Instances');
  const about = { 'aria-label': 'Instances' };
  const element = el('nav', about, heading, filter, ...list.elements);
  let all = [];
  let chosen = null;

  const render = () => {
    const wanted = filter.value.trim().toLowerCase();
    const found = all.filter(({ instanceName }) => instanceName.toLowerCase().includes(wanted));
    list.show(found, all.length === 0 ? 'There is none yet.' : 'None of that name.');
    for (const link of element.querySelectorAll('a'))
      link.ariaCurrent = link.dataset.name === chosen ? 'true' : null;
    setText(heading, all.length === 0 ? 'Instances' : `Instances (${all.length})`);
  };
  filter.addEventListener('input', render);
  return {
    element,
    mark(name) {
      chosen = name;
      render();
    },
    update(instances) {
      all = instances.toSorted((a, b) => a.instanceName.localeCompare(b.instanceName));
      filter.hidden = all.length < MANY;
      render();
    },
  };
}

function listItem({ instanceName, provider }) {
  const state = badge();
  const name = el('strong', instanceName);
  const phase = el('small');
  const link = el('a', { href: linkTo(instanceName) }, name, state.element, phase);
  link.dataset.name = instanceName;
  return {
    element: el('li', link),
    update(instance) {
      state.set(instance.state);
      setText(phase, `${provider} · ${instance.phase}`);
    },
  };
}
