/** Figures of the last hours in the manager. */
import type { Language } from '../en.ts';

export const figures: Language['figures'] = {
  title: 'Números',
  range: 'Período',
  hours: (hours) => (hours > 48 ? `${hours / 24} d` : `${hours} h`),
  none: 'Nada neste período ainda. Os números aparecem cerca de 10 segundos depois.',
  pointAt: 'Aponte para uma barra ou use as setas do teclado',
  asTable: 'Como tabela',
  from: 'Desde',
  deliveries: 'Entregas ao longo do tempo',
  messages: 'Mensagens ao longo do tempo',
  rate: 'Taxa de sucesso das entregas',
  received: 'Mensagens recebidas',
  sent: 'Mensagens enviadas',
  delivered: 'Entregues',
  failed: 'Tentativas com falha',
  discarded: 'Descartadas',
  filtered: 'Filtradas',
  byEndpoint: 'Números por endpoint',
};
