/** The webhook of an instance in the manager. */
import type { Language } from '../en.ts';
import { createFormats } from '../formats.ts';

const { count } = createFormats('es');

export const webhook: Language['webhook'] = {
  urlHint: 'http o https',
  enabled: 'Activado',
  allEvents: 'Todos los eventos',
  onlyThese: 'Solo estos',
  tickOne: 'Selecciona al menos un evento',
  headers: 'Encabezados adicionales',
  headersHint: 'Uno por línea: Nombre: valor',
  badHeader: (line) => `"${line}" no es un encabezado: escribe Nombre: valor`,
  format: 'Formato',
  formatHint: 'whatsapp-cloud tiene el formato de los webhooks de Meta',
  verifyToken: 'Token de verificación',
  verifyTokenHint:
    'Para receptores de webhooks de Meta: Gatehouse lo comprueba con ellos antes de guardar la URL. Déjalo vacío para no comprobarlo',
  asService: 'valor por defecto del servicio',
  files: 'Archivos',
  inBody: 'en el cuerpo (base64)',
  notInBody: 'fuera del cuerpo',
  byEvents: 'Una ruta por evento (solo evolution-api)',
  autoDisable: 'Desactivar automáticamente tras fallar mucho tiempo',
  secret: 'Secreto de firma',
  secretHint: 'Firma cada entrega (Standard Webhooks).',
  isAppSecret: 'Los receptores de webhooks de Meta lo llaman clave secreta de la aplicación.',
  showSecret: 'Mostrar secreto',
  copySecret: 'Copiar secreto',
  hide: 'Ocultar',
  replace: 'Reemplazar secreto',
  replaceTitle: '¿Reemplazar el secreto de firma?',
  replaceText:
    'Durante 24 horas, las entregas se firman con los dos secretos, para que actualices tu aplicación. Después, el secreto anterior deja de funcionar.',
  replaceAction: 'Reemplazar ahora',
  replacedOf: (name: string) =>
    `${name} tiene un secreto nuevo. El anterior sigue siendo válido durante 24 horas.`,
  owner: 'Propietario',
  owners: { operator: 'operador', customer: 'cliente' },
  ownerHint:
    'El cliente puede ver y editar sus endpoints en la página del cliente. Esos endpoints nunca reciben la clave de la instancia',
  whereTheyGo: 'Endpoints',
  target: 'Destino',
  everyEvent: 'todos los eventos',
  add: 'Agregar endpoint',
  added: (name) => `Se agregó ${name}`,
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteText: 'Ya no recibe eventos, y las entregas en espera se descartan.',
  deleteAction: (name) => `Eliminar ${name} ahora`,
  nameHint: 'Por ejemplo pedidos',
  ordering: 'Orden',
  orderedByChat: 'en el orden de cada chat',
  unordered: 'en cualquier orden',
  attemptsHint: 'De 1 a 20, incluido el primero',
  delays: 'Pausas entre intentos, ms',
  delaysHint:
    'Pausa tras cada intento fallido, por ejemplo 5000, 60000. La última se repite. Deja los dos campos vacíos para usar los valores por defecto del servicio',
  healthWords: { healthy: 'en buen estado', failing: 'con fallos', disabled: 'desactivado' },
  enableAgain: 'Activar',
  enabledAgain: (name) => `Las entregas en espera de ${name} se envían ahora`,
  filter: 'Filtro',
  filterHint:
    'JSON que selecciona cuáles de estos eventos se envían. Déjalo vacío para enviar todos',
  tryFilter: 'Probar filtro',
  wouldSend: (matched, lookedAt) =>
    `Se enviarían ${matched} ${count(lookedAt, { one: 'del último evento', other: 'de los últimos # eventos' })}`,
  transform: 'Transformación',
  transformHint: 'JSON para el cuerpo, como {"template": "slack"}. Déjalo vacío para enviar todo',
  tryTransform: 'Probar transformación',
  madeOf: (event) => `Resultado para el último ${event}`,
  madeOfSample: (event) => `Resultado para un ejemplo de ${event}`,
  filtered: (events) => `${events} (con filtro)`,
};
