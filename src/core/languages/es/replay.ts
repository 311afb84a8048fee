import type { Language } from '../en.ts';

export const replay: Language['replay'] = {
  hint: 'Envía de nuevo eventos guardados, en su orden. Los eventos nuevos se siguen enviando.',
  untilHint: 'Déjalo vacío para ahora',
  onlyFailed: 'Solo eventos que no recibió',
  rate: 'Eventos por segundo, como máximo',
  rateHint: 'De 1 a 5000',
  start: 'Iniciar repetición',
  started: 'La repetición comenzó',
  none: 'Todavía no hay repeticiones.',
  list: 'Repeticiones',
  states: {
    running: 'en curso',
    paused: 'en pausa',
    done: 'terminada',
    cancelled: 'cancelada',
  },
  time: 'Período',
  progress: 'Progreso',
  ofTotal: (percent) => `${percent} % revisado`,
  delivered: (delivered, found) => `${delivered} de ${found} entregados`,
  givenUp: (discarded) => `${discarded} descartados`,
  missing: (missing) => `${missing} ya no están guardados`,
  pause: 'Pausar',
  resume: 'Reanudar',
  cancel: 'Cancelar repetición',
  cancelTitle: '¿Cancelar esta repetición?',
  cancelText:
    'No se envían más eventos de esta repetición. Los eventos entregados siguen entregados.',
  cancelAction: 'Cancelar la repetición ahora',
};
