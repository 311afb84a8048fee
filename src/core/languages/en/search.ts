/** The search of the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const search = {
  title: 'Search',
  field: 'Search instances, chats, endpoints, deliveries, settings and docs',
  hint: 'Instance, chat, endpoint, delivery ID, setting, docs',
  nothing: 'Nothing found',
  found: (places: number) => count(places, { one: '# result', other: '# results' }),
  keys: 'Arrow keys move, Enter opens, Esc closes',
  view: 'View',
  delivery: 'Delivery',
  docs: 'Docs',
  amongDeliveries: (text: string) => `Deliveries with “${text}”`,
};
