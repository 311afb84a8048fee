/**
 * What the address after # stands for: `#/` and an instance with one of its panels and what that is to show,
 * `#deliveries` for those of all instances, or `#crm/` and a section of the CRM with one of its records.
 */
const CRM = '#crm';
export const ALL_DELIVERIES = '#deliveries';

export const isCrmRoute = () => location.hash === CRM || location.hash.startsWith(`${CRM}/`);
export const isAllDeliveries = () => location.hash === ALL_DELIVERIES;

/** @returns {{ name: string | null, panel: string, about: string }} `about` is empty where nothing is named */
export function readRoute() {
  const address = isCrmRoute() || isAllDeliveries() ? '' : location.hash;
  const [name = '', panel = '', about = ''] = address.replace(/^#\/?/, '').split('/');
  return { name: decoded(name) || null, panel, about: decoded(about) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const linkTo = (name, panel = '', about = '') =>
  ['#', ...[name, panel, about].filter(Boolean).map(encodeURIComponent)].join('/');

/** @returns {{ section: string, id: string | null }} empty: none is named */
export function readCrmRoute() {
  const [, section = '', id = ''] = location.hash.split('/');
  return { section, id: decoded(id) || null };
}

export const crmLink = (section = '', id = '') =>
  [CRM, section, encodeURIComponent(id)].filter(Boolean).join('/');
