/** La página de un cliente, y la creación de un enlace a ella. */
import type { Language } from '../en.ts';

export const portal: Language['portal'] = {
  title: 'Webhooks',
  of: (name: string) => `Webhooks de ${name}`,
  parts: 'Partes de esta página',
  endpoints: 'Endpoints',
  deliveries: 'Entregas',
  until: (time: string) => `Esta página está abierta hasta ${time}.`,
  closed: 'Esta página está cerrada',
  over: 'El enlace ya se usó, venció o fue anulado. Pida uno nuevo a quien se lo dio.',
  noLink: 'Se abre con un enlace. Pida uno a quien opera este servicio.',
};
