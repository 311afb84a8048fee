/** Figures of the last hours in the manager. */
import type { Language } from '../en.ts';

export const figures: Language['figures'] = {
  title: 'Cifras',
  range: 'Período',
  hours: (hours) => (hours > 48 ? `${hours / 24} d` : `${hours} h`),
  none: 'Nada en este período todavía. Las cifras aparecen unos 10 segundos después.',
  pointAt: 'Señala una barra o usa las flechas del teclado',
  asTable: 'Como tabla',
  from: 'Desde',
  deliveries: 'Entregas a lo largo del tiempo',
  messages: 'Mensajes a lo largo del tiempo',
  rate: 'Tasa de éxito de las entregas',
  received: 'Mensajes recibidos',
  sent: 'Mensajes enviados',
  delivered: 'Entregadas',
  failed: 'Intentos fallidos',
  discarded: 'Descartadas',
  filtered: 'Filtradas',
  byEndpoint: 'Cifras por endpoint',
};
