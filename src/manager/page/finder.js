/** Which instances are looked for: by a part of the name, and by how they are. */
import { el } from './dom.js';
import { field, input, select } from './forms.js';

const PAGE = 100;
/** As many as the service gives at once. */
const SHOWN_MAX = 500;

const FILTERS = {
  all: { title: 'All', query: {} },
  attention: { title: 'Needs attention', query: { needsAttention: true } },
  open: { title: 'Connected', query: { state: 'open' } },
  connecting: { title: 'Connecting', query: { state: 'connecting' } },
  close: { title: 'Not connected', query: { state: 'close' } },
};

/** What is looked for, wherever it is typed. @param {() => void} changed called after every change */
export function createSearch(changed) {
  let text = '';
  let filter = 'all';
  let limit = PAGE;
  const begin = () => {
    limit = PAGE;
    changed();
  };
  return {
    get text() {
      return text;
    },
    set text(typed) {
      text = typed;
      begin();
    },
    get filter() {
      return filter;
    },
    set filter(chosen) {
      filter = chosen;
      begin();
    },
    /** @returns {boolean} whether more can be shown at once */
    get canGrow() {
      return limit < SHOWN_MAX;
    },
    grow() {
      limit = Math.min(SHOWN_MAX, limit + PAGE);
      changed();
    },
    /** Of GET /instance/overview. */
    query: () => ({ search: text.trim(), ...FILTERS[filter].query, limit }),
  };
}

/** @param {ReturnType<typeof createSearch>} search */
export function searchField(search) {
  const typed = input('filter', {
    type: 'search',
    maxLength: 100,
    placeholder: 'Name or number',
    'aria-label': 'Search instances',
  });
  typed.addEventListener('input', () => {
    search.text = typed.value;
  });
  return {
    element: typed,
    /** What was typed elsewhere stands here too. */
    sync() {
      if (typed.value !== search.text) typed.value = search.text;
    },
  };
}

/** The same with the choice of a state. */
export function finder(search) {
  const typed = searchField(search);
  const choices = Object.entries(FILTERS).map(([key, { title }]) => [key, title]);
  const filter = select('state', choices);
  filter.addEventListener('change', () => {
    search.filter = filter.value;
  });
  return {
    element: el('div.inline.tools', field('Search', typed.element), field('Show', filter)),
    sync() {
      typed.sync();
      filter.value = search.filter;
    },
  };
}
