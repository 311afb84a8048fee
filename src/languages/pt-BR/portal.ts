/** A página de um cliente, e a criação de um link para ela. */
import type { Language } from '../en.ts';

export const portal: Language['portal'] = {
  title: 'Webhooks',
  of: (name: string) => `Webhooks de ${name}`,
  parts: 'Partes desta página',
  endpoints: 'Endpoints',
  deliveries: 'Entregas',
  until: (time: string) => `Esta página fica aberta até ${time}.`,
  closed: 'Esta página está fechada',
  over: 'O link já foi usado, expirou ou foi cancelado. Peça um novo a quem lhe deu o link.',
  noLink: 'Ela abre com um link. Peça um a quem opera este serviço.',
};
