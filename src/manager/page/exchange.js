/** A request or an answer as people read it: a first line, headers, a body. */
import { el, setText } from './dom.js';

/** @param {string} title */
export function exchange(title, isOpen = true) {
  const text = el('pre', { tabIndex: 0, role: 'group', 'aria-label': title });
  const element = el('details', { open: isOpen }, el('summary', title), text);
  return {
    element,
    /** @param {string | null} first null: there was none @param {object | null} headers @param {string | null} body */
    show(first, headers, body) {
      element.hidden = first === null;
      const lines = Object.entries(headers ?? {}).map(([key, value]) => `${key}: ${value}`);
      setText(text, [first, ...lines, '', pretty(body ?? '')].join('\n').trimEnd());
    },
  };
}

/** JSON in lines; anything else as it is. @param {string} body */
function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
