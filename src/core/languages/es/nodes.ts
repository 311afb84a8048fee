/** The nodes of the service, in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('es');

export const nodes: Language['nodes'] = {
  title: 'Nodos',
  states: { up: 'activo', draining: 'vaciándose', lapsed: 'vencido' },
  version: (version) => `versión ${version}`,
  isThis: 'este nodo',
  streams: (streams) =>
    count(streams, { one: '# instancia o cuenta', other: '# instancias y cuentas' }),
  started: 'iniciado',
  lease: (seconds) => `concesión de ${seconds} s`,
  counts: (takenOver, fenced) =>
    `${takenOver} asumidas desde entonces · ${fenced} escrituras rechazadas, porque otro nodo ya había asumido`,
  itsUrl: 'su NODE_URL',
  unreachable: (names, url) =>
    `${names} no llega a este nodo. Comprueba que se pueda llegar a ${url} desde allí.`,
};
