/** The states an instance was in, with their reasons and how long each lasted. */
import { at, query } from './api.js';
import { badge, card, el, keyedList, setText, shownTime } from './dom.js';
import { statusLine } from './forms.js';
import { phaseWords } from './phase-words.js';

const SHOWN_MAX = 50;

/** @param {{ api: object, name: string, signal: AbortSignal }} deps */
export function timelineCard({ api, name, signal }) {
  const status = statusLine();
  const list = keyedList('rows', ({ key }) => key, stateRow);
  // Whoever has no mouse scrolls it by keys.
  Object.assign(list.elements[0], { tabIndex: 0, ariaLabel: 'States' });
  let known = '';
  const read = async () => {
    const path = at`/instance/states/${name}` + query({ limit: SHOWN_MAX });
    const { states } = await api.get(path, signal);
    list.show(states.map(withEnd), 'Nothing has happened yet.');
    status.clear();
  };
  const element = card('States', status.element, ...list.elements);
  element.classList.add('timeline');
  return {
    element,
    /** @param {{ phase: string, reason: string | null, updatedAt: string }} instance as it is now */
    update({ phase, reason, updatedAt }) {
      const present = [phase, reason, updatedAt].join();
      if (present === known) return;
      known = present;
      read().catch((error) => {
        known = '';
        if (!signal.aborted) status.failed(error);
      });
    },
  };
}

/** The newest is first, so each has ended when the one before it in the list began. */
const withEnd = (state, index, states) => ({
  ...state,
  key: `${state.at} ${state.phase} ${state.reason}`,
  until: states[index - 1]?.at ?? null,
});

function stateRow(first) {
  const state = badge();
  const lasted = el('span.hint');
  state.set(first.state);
  const element = el(
    'li',
    el('p', state.element, ' ', phaseWords(first)),
    el('p', el('time.hint', { dateTime: first.at }, shownTime(first.at)), ' ', lasted),
  );
  return {
    element,
    update({ at: began, until }) {
      setText(lasted, until === null ? 'until now' : `for ${durationWords(until, began)}`);
    },
  };
}

const UNITS = [
  ['day', 86_400],
  ['h', 3_600],
  ['min', 60],
];

/** `2 h 5 min`: the two largest units. */
export function durationWords(until, from) {
  let seconds = Math.max(0, Math.round((new Date(until) - new Date(from)) / 1000));
  const words = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) words.push(`${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`);
  }
  if (seconds > 0 || words.length === 0) words.push(`${seconds} s`);
  return words.slice(0, 2).join(' ');
}
