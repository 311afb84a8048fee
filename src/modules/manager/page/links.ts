/**
 * Addresses after #: `#/` and an instance with one of its panels and what that is to show, `#deliveries` for those of
 * all instances, or `#crm/` and a section of the CRM with one of its records.
 */
export const CRM = '#crm';
export const ALL_DELIVERIES = '#deliveries';

export const linkTo = (name: string, panel = '', about = ''): string =>
  ['#', ...[name, panel, about].filter(Boolean).map(encodeURIComponent)].join('/');

export const crmLink = (section: string, id = ''): string =>
  [CRM, section, encodeURIComponent(id)].filter(Boolean).join('/');
