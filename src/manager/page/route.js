/**
 * What the address after # stands for: `#/` and an instance with one of its panels, or `#crm/` and a section of the
 * CRM with one of its records.
 */
const CRM = '#crm';

export const isCrmRoute = () => location.hash === CRM || location.hash.startsWith(`${CRM}/`);

/** @returns {{ name: string | null, panel: string }} */
export function readRoute() {
  const address = isCrmRoute() ? '' : location.hash;
  const [name = '', panel = ''] = address.replace(/^#\/?/, '').split('/');
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

/** @returns {{ section: string, id: string | null }} empty: none is named */
export function readCrmRoute() {
  const [, section = '', id = ''] = location.hash.split('/');
  return { section, id: decoded(id) || null };
}

export const crmLink = (section = '', id = '') =>
  [CRM, section, encodeURIComponent(id)].filter(Boolean).join('/');
