/** The nodes of the service, in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('pt-BR');

export const nodes: Language['nodes'] = {
  title: 'Nós',
  states: { up: 'ativo', draining: 'esvaziando', lapsed: 'expirado' },
  version: (version) => `versão ${version}`,
  isThis: 'este nó',
  streams: (streams) =>
    count(streams, { one: '# instância ou conta', other: '# instâncias e contas' }),
  started: 'iniciado',
  lease: (seconds) => `concessão de ${seconds} s`,
  counts: (takenOver, fenced) =>
    `${takenOver} assumidas desde então · ${fenced} escritas recusadas, porque outro nó já havia assumido`,
  itsUrl: 'o NODE_URL dele',
  unreachable: (names, url) =>
    `${names} não acessa este nó. Verifique se ${url} pode ser acessado de lá.`,
};
