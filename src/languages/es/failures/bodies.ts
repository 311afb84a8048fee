/** Failures about filters and transforms of bodies. */
import type { bodies as portuguese } from '../../pt-BR/failures/bodies.ts';

export const bodies: Readonly<Record<keyof typeof portuguese, string>> = {
  'is not an operator: did you mean {title}?': 'no es un operador: ¿quiso decir {title}?',
  'is not an operator: there are {words}': 'no es un operador: hay {words}',
  'must be a list of 1 to {max} values': 'debe ser una lista de 1 a {max} valores',
  'must be a list of filters': 'debe ser una lista de filtros',
  'must be a list of texts, numbers, true, false and null':
    'debe ser una lista de textos, números, true, false y null',
  'must be a number or a text': 'debe ser un número o un texto',
  'must be a text that is not empty': 'debe ser un texto que no esté vacío',
  'must be a text, a number, true, false or null':
    'debe ser un texto, un número, true, false o null',
  'must be a value, fields or operators: $in takes a list of values':
    'debe ser un valor, campos u operadores: $in acepta una lista de valores',
  'must be an object, or null for no filter': 'debe ser un objeto, o null para ningún filtro',
  'must have at most {max} bytes, not {bytes}': 'debe tener {max} bytes como máximo, no {bytes}',
  'must have at most {max} conditions': 'debe tener {max} condiciones como máximo',
  'must not be more than {max} levels deep': 'no puede tener más de {max} niveles',
  'must not have an empty name': 'no puede tener un nombre vacío',
};
