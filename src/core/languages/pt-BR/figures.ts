/** Figures of the last 48 hours in the manager. */
import type { Language } from '../en.ts';

export const figures: Language['figures'] = {
  title: 'Últimas 48 horas',
  none: 'Nada foi recebido, enviado ou entregue nas últimas 48 horas.',
  received: 'Mensagens recebidas',
  sent: 'Mensagens enviadas',
  delivered: 'Entregues',
  failed: 'Tentativas com falha',
  discarded: 'Descartadas',
  filtered: 'Filtradas',
  slowest: 'Latência p95, ms',
  byEndpoint: 'Últimas 48 horas por endpoint',
  half: 'p50, ms',
  most: 'p95, ms',
};
