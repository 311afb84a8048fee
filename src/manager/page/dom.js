/** Building elements. */

/**
 * @param {string} kind the tag with its classes: `p.hint`
 * @param {...(Record<string, unknown> | Node | string | null | undefined)} parts its children; an object before them
 *   holds properties, or attributes where there is no such property
 */
export function el(kind, ...parts) {
  const [tag, ...classes] = kind.split('.');
  const node = document.createElement(tag);
  node.classList.add(...classes);
  for (const part of parts) {
    if (part === null || part === undefined) continue;
    if (typeof part === 'string' || part instanceof Node) node.append(part);
    else setAll(node, part);
  }
  return node;
}

function setAll(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
}

/** Writes only what is new, so that screen readers do not repeat the rest. */
export function setText(node, text) {
  const shown = String(text ?? '');
  if (node.textContent !== shown) node.textContent = shown;
}

/** A state in colour and in words. */
export function badge() {
  const element = el('span.badge');
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
  return el('section.card', { 'aria-labelledby': id }, el('h2', { id }, title), ...children);
}

/**
 * Makes the children of `parent` follow items, and keeps the elements, with their focus and open details, of those that
 * stay.
 * @param {Element} parent
 * @param {(item: any) => string} keyOf
 * @param {(item: any) => { element: Element, update?: (item: any) => void }} create
 */
export function keyedChildren(parent, keyOf, create) {
  let shown = new Map();
  return {
    show(items) {
      const next = new Map(
        items.map((item) => [keyOf(item), shown.get(keyOf(item)) ?? create(item)]),
      );
      for (const [key, { element }] of shown) if (!next.has(key)) element.remove();
      const focused = document.activeElement;
      let place = parent.firstElementChild;
      for (const { element } of next.values()) {
        // Moving an element takes the focus from it: those already in place stay untouched.
        if (element === place) place = place.nextElementSibling;
        else parent.insertBefore(element, place);
      }
      if (document.activeElement !== focused && parent.contains(focused))
        focused.focus({ preventScroll: true });
      for (const item of items) next.get(keyOf(item)).update?.(item);
      shown = next;
    },
  };
}

/** A list of keyed children, with a text while it is empty. @param {string} name its class */
export function keyedList(name, keyOf, create) {
  const list = el(`ul.${name}`);
  const empty = el('p.hint', 'Loading…');
  const children = keyedChildren(list, keyOf, create);
  return {
    elements: [list, empty],
    /** @param {string} whenEmpty what stands there without items */
    show(items, whenEmpty) {
      children.show(items);
      setText(empty, whenEmpty);
      empty.hidden = items.length > 0;
    },
  };
}
