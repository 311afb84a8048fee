/** What failures say of customers' pages and of the links to them, by the English sentence. */
import type { portal as portuguese } from '../../pt-BR/failures/portal.ts';

export const portal: Readonly<Record<keyof typeof portuguese, string>> = {
  "an instance has at most {max} links to customers' pages: end one, or wait until one ends":
    'una instancia tiene como máximo {max} enlaces a páginas de clientes: termine uno, o espere hasta que uno venza',
  'this link has been opened before': 'este enlace ya se abrió antes',
  'this link has ended': 'este enlace venció',
  'ask whoever gave you the link for a new one': 'pida uno nuevo a quien le dio el enlace',
  "a customer's page may not call this operation":
    'la página de un cliente no puede llamar a esta operación',
  "this customer's page lacks {scope}": 'a esta página de cliente le falta {scope}',
  "this customer's page has ended": 'esta página de cliente venció',
  'this link opens nothing, or nothing any more': 'este enlace no abre nada, o ya no',
  'the instance of this link was deleted': 'la instancia de este enlace fue eliminada',
  "a customer's page may not call /mcp": 'la página de un cliente no puede llamar a /mcp',
  "a customer's page gets no events live": 'la página de un cliente no recibe eventos en vivo',
  "a customer's page sees only deliveries to webhooks of its instance":
    'la página de un cliente solo ve entregas a webhooks de su instancia',
  "bodies in the format {format} carry the key of the instance, which a customer's page may not send anywhere: choose the format gatehouse":
    'los cuerpos en el formato {format} llevan la clave de la instancia, que la página de un cliente no puede enviar a ningún lugar: elija el formato gatehouse',
  'the events of default are also those of queues and of the feed: make another endpoint, or ask the operator of the service':
    'los eventos de default también son los de las colas y del feed: cree otro endpoint, o hable con quien opera el servicio',
  'has the unknown scope {scope}: {problem}': 'tiene el alcance desconocido {scope}: {problem}',
  'must be among {names}': 'debe estar entre {names}',
  'is not a field of a link': 'no es un campo de un enlace',
  'a key cannot make a link that lives longer than itself':
    'una clave no puede crear un enlace que dure más que ella',
  'link not found': 'enlace no encontrado',
};
