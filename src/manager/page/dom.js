/** Building elements. */

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [props] properties, or attributes where there is no such property
 * @param {...(Node | string | null | undefined)} children
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Writes only what is new, so that screen readers are not told the same again. */
export function setText(node, text) {
  const shown = String(text ?? '');
  if (node.textContent !== shown) node.textContent = shown;
}

/** A state in colour and in words. */
export function badge() {
  const element = el('span', { class: 'badge' });
  return {
    element,
    set(state) {
      setText(element, state);
      element.dataset.state = state;
    },
  };
}

/** @param {string | null} iso */
export const shownTime = (iso) => (iso === null ? '' : new Date(iso).toLocaleString());

let ids = 0;
export const newId = (prefix) => `${prefix}-${++ids}`;

/** A part of a panel under its own heading. */
export function card(title, ...children) {
  const id = newId('card');
  return el(
    'section',
    { class: 'card', 'aria-labelledby': id },
    el('h3', { id }, title),
    ...children,
  );
}

/**
 * A list that follows its items and keeps the elements, with their focus and open details, of those that stay.
 * @param {Element} parent
 * @param {(item: any) => string} keyOf
 * @param {(item: any) => { element: Element, update(item: any): void }} create
 */
export function keyedList(parent, keyOf, create) {
  let shown = new Map();
  return (items) => {
    const next = new Map(
      items.map((item) => [keyOf(item), shown.get(keyOf(item)) ?? create(item)]),
    );
    for (const [key, { element }] of shown) if (!next.has(key)) element.remove();
    let place = parent.firstElementChild;
    for (const { element } of next.values()) {
      // Moving an element takes the focus from it: those already in place stay untouched.
      if (element === place) place = place.nextElementSibling;
      else parent.insertBefore(element, place);
    }
    for (const item of items) next.get(keyOf(item)).update(item);
    shown = next;
  };
}
