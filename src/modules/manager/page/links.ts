/**
 * Addresses after #: `#/` and an instance with one of its panels and a record, `#deliveries` for those of all instances
 * with a delivery, or `#crm/` and a section of the CRM with one of its records. `#service` is the service as a whole.
 */
export const CRM = '#crm';
export const ALL_DELIVERIES = '#deliveries';
export const SERVICE = '#service';

export const linkTo = (...parts: readonly string[]): string =>
  ['#', ...parts.filter(Boolean).map(encodeURIComponent)].join('/');

export const crmLink = (section: string, ...parts: readonly string[]): string =>
  [CRM, section, ...parts.map(encodeURIComponent)].filter(Boolean).join('/');

/** The address of a delivery, or of the list; of all instances if `name` is null. */
export const deliveriesLink = (name: string | null, id = ''): string =>
  name === null ? [ALL_DELIVERIES, id].filter(Boolean).join('/') : linkTo(name, 'deliveries', id);
