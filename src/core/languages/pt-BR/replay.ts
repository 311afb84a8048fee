import type { Language } from '../en.ts';

export const replay: Language['replay'] = {
  hint: 'Envia de novo eventos guardados, na ordem deles. Os eventos novos continuam sendo enviados.',
  untilHint: 'Deixe vazio para agora',
  onlyFailed: 'Só eventos que ele não recebeu',
  rate: 'Eventos por segundo, no máximo',
  rateHint: 'De 1 a 5000',
  start: 'Iniciar repetição',
  started: 'A repetição começou',
  none: 'Nenhuma repetição ainda.',
  list: 'Repetições',
  states: {
    running: 'em andamento',
    paused: 'pausada',
    done: 'concluída',
    cancelled: 'cancelada',
  },
  time: 'Período',
  progress: 'Progresso',
  ofTotal: (percent) => `${percent} % verificados`,
  delivered: (delivered, found) => `${delivered} de ${found} entregues`,
  givenUp: (discarded) => `${discarded} descartados`,
  missing: (missing) => `${missing} não estão mais guardados`,
  pause: 'Pausar',
  resume: 'Retomar',
  cancel: 'Cancelar repetição',
  cancelTitle: 'Cancelar esta repetição?',
  cancelText:
    'Nenhum outro evento desta repetição é enviado. Os eventos entregues continuam entregues.',
  cancelAction: 'Cancelar a repetição agora',
};
