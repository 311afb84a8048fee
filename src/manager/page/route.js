/** What the address after # stands for: an instance and one of its panels. */

/** @returns {{ name: string | null, panel: string }} */
export function readRoute() {
  const [name = '', panel = ''] = location.hash.replace(/^#\/?/, '').split('/');
  return { name: decoded(name) || null, panel };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const linkTo = (name, panel = '') =>
  `#/${encodeURIComponent(name)}${panel === '' ? '' : `/${panel}`}`;
