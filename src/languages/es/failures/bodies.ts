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
  'must have at most {max} characters, not {length}':
    'debe tener {max} caracteres como máximo, no {length}',
  'must have at most {max} conditions': 'debe tener {max} condiciones como máximo',
  'must not be more than {max} levels deep': 'no puede tener más de {max} niveles',
  'must not have an empty name': 'no puede tener un nombre vacío',
  'must be an object, or null for bodies as they are':
    'debe ser un objeto, o null para cuerpos como son',
  'must have pick, omit, rename or template; null for bodies as they are':
    'debe tener pick, omit, rename o template; null para cuerpos como son',
  'is not a field: there are {words}': 'no es un campo: hay {words}',
  'must stand alone: it makes the whole body': 'debe estar solo: hace el cuerpo entero',
  'must be one of {words}, a text with {{path}} in it, or JSON':
    'debe ser uno entre {words}, un texto con {{path}}, o JSON',
  'must be a list of 1 to {max} paths': 'debe ser una lista de 1 a {max} rutas',
  'must be an object of 1 to {max} paths': 'debe ser un objeto de 1 a {max} rutas',
  'must be another path': 'debe ser otra ruta',
  'must not overlap with {value}': 'no puede solaparse con {value}',
  'must not become {value}, which overlaps with {at}':
    'no puede convertirse en {value}, que se solapa con {at}',
  'must leave something of what pick names': 'debe dejar algo de lo que pick nombra',
  'must be a path such as data.Info.Chat': 'debe ser una ruta como data.Info.Chat',
  'must be a path of at most {max} names': 'debe ser una ruta de {max} nombres como máximo',
  'must not name __proto__': 'no puede nombrar __proto__',
  'must not name the key of the instance': 'no puede nombrar la clave de la instancia',
  'must be a name without {{…}}, which is for values':
    'debe ser un nombre sin {{…}}, que es para valores',
  'template: the body would be above 1 MiB': 'template: el cuerpo tendría más de 1 MiB',
  'event not found': 'evento no encontrado',
};
