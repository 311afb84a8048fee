/** Failure sentences about customers' pages and links to them, by the English sentence. */
import type { portal as portuguese } from '../../pt-BR/failures/portal.ts';

export const portal: Readonly<Record<keyof typeof portuguese, string>> = {
  "an instance has at most {max} links to customers' pages: end one, or wait until one ends":
    'una instancia tiene como máximo {max} enlaces a páginas de clientes: termine uno, o espere hasta que uno venza',
  'this link has been opened before': 'este enlace ya se abrió antes',
  'this link has ended': 'este enlace venció',
  'ask the person who gave you the link for a new one': 'pida uno nuevo a quien le dio el enlace',
  "a customer's page may not call this operation":
    'la página de un cliente no puede llamar a esta operación',
  "this customer's page lacks {scope}": 'a esta página de cliente le falta {scope}',
  "this customer's page has ended": 'esta página de cliente venció',
  'this link is unknown or has ended': 'este enlace es desconocido o ya terminó',
  'the instance of this link was deleted': 'la instancia de este enlace fue eliminada',
  "a customer's page may not call /mcp": 'la página de un cliente no puede llamar a /mcp',
  "a customer's page gets no events live": 'la página de un cliente no recibe eventos en vivo',
  "a customer's page sees only deliveries to webhooks of its instance":
    'la página de un cliente solo ve entregas a webhooks de su instancia',
  "a customer's page has only endpoints of the customer":
    'la página de un cliente solo tiene endpoints del cliente',
  'must be another: evolution-go puts the key of the instance into every body, which is not for a customer':
    'debe ser otro: evolution-go pone en cada cuerpo la clave de la instancia, que no es para un cliente',
  'must stay operator: the events of default are also those of queues':
    'debe seguir siendo operator: los eventos de default también son los de las colas',
  'must have an event that the endpoint gets': 'debe tener un evento que el endpoint recibe',
  'has the unknown scope {scope}: {problem}': 'tiene el alcance desconocido {scope}: {problem}',
  'must be among {names}': 'debe estar entre {names}',
  'is not a field of a link': 'no es un campo de un enlace',
  'a key cannot make a link that lives longer than itself':
    'una clave no puede crear un enlace que dure más que ella',
  'link not found': 'enlace no encontrado',
};
