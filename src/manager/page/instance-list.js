/** The list of instances with their states. */
import { badge, el, keyedList, setText } from './dom.js';
import { input } from './forms.js';
import { linkTo } from './route.js';

/** From this many on a filter is offered. */
const MANY = 8;

export function instanceList() {
  const list = el('ul', { class: 'instances' });
  const empty = el('p', { class: 'hint' }, 'Loading…');
  const filter = input('filter', {
    type: 'search',
    placeholder: 'Filter',
    'aria-label': 'Filter instances',
    hidden: true,
  });
  const heading = el('h2', {}, 'Instances');
  const show = keyedList(list, ({ instanceId }) => instanceId, listItem);
  let all = [];
  let chosen = null;

  const render = () => {
    const wanted = filter.value.trim().toLowerCase();
    const found = all.filter(({ instanceName }) => instanceName.toLowerCase().includes(wanted));
    show(found);
    for (const link of list.querySelectorAll('a')) {
      if (link.dataset.name === chosen) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    setText(heading, all.length === 0 ? 'Instances' : `Instances (${all.length})`);
    setText(empty, all.length === 0 ? 'There is none yet.' : 'None of that name.');
    empty.hidden = found.length > 0;
  };
  filter.addEventListener('input', render);
  return {
    element: el('nav', { 'aria-label': 'Instances' }, heading, filter, list, empty),
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
  const name = el('strong', {}, instanceName);
  const phase = el('small');
  const link = el('a', { href: linkTo(instanceName) }, name, state.element, phase);
  link.dataset.name = instanceName;
  return {
    element: el('li', {}, link),
    update(instance) {
      state.set(instance.state);
      setText(phase, `${provider} · ${instance.phase}`);
    },
  };
}
