/** Figures of the last 48 hours in the manager. */
import type { Language } from '../en.ts';

export const figures: Language['figures'] = {
  title: 'Últimas 48 horas',
  none: 'No se recibió, envió ni entregó nada en las últimas 48 horas.',
  received: 'Mensajes recibidos',
  sent: 'Mensajes enviados',
  delivered: 'Entregadas',
  failed: 'Intentos fallidos',
  discarded: 'Descartadas',
  filtered: 'Filtradas',
  slowest: 'Latencia p95, ms',
  byEndpoint: 'Últimas 48 horas por endpoint',
  half: 'p50, ms',
  most: 'p95, ms',
};
