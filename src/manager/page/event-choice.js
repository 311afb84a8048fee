/** Choosing event types: all of them, or some. */
import { el } from './dom.js';
import { EVENT_CATEGORIES, OLDER_NAMES } from './words.ts';

export const EVENT_TYPES = Object.values(EVENT_CATEGORIES).flat();
const ALL = 'ALL';

/** @param {readonly string[]} names as the service has them: ALL, categories, types, names of older systems */
export const typesOf = (names) =>
  names.includes(ALL)
    ? EVENT_TYPES
    : names.flatMap((name) => EVENT_CATEGORIES[name] ?? OLDER_NAMES[name] ?? [name]);

export function eventChoice() {
  const all = el('input', { type: 'checkbox', checked: true });
  const boxes = EVENT_TYPES.map((type) => el('input', { type: 'checkbox', value: type }));
  const some = el(
    'fieldset.ticks',
    { hidden: true },
    el('legend', 'Only these'),
    ...boxes.map((box) => tick(box, box.value)),
  );
  all.addEventListener('change', () => {
    some.hidden = all.checked;
  });
  return {
    element: el('div', tick(all, 'All events'), some),
    /** Empty when nothing is ticked. */
    names: () => (all.checked ? [ALL] : boxes.filter((box) => box.checked).map((box) => box.value)),
    /** @param {readonly string[]} names */
    choose(names) {
      const types = typesOf(names);
      all.checked = names.includes(ALL);
      some.hidden = all.checked;
      for (const box of boxes) box.checked = types.includes(box.value);
    },
  };
}

export const tick = (box, text) => el('label.tick', box, el('span', text));
