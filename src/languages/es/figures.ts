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
  filtered: 'Fuera del filtro',
  slowest: 'Latencia de 95 de cada 100, ms',
  byEndpoint: 'Últimas 48 horas por endpoint',
  half: 'La mitad en, ms',
  most: '95 de cada 100 en, ms',
};
